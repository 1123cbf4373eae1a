/**
 * Which tests run in which browser. Chromium runs all of them. Firefox and WebKit take two to
 * three times as long for each, so all tests in all three would take most of an hour on two
 * processors: in those, `make test` runs the tests of anything that browsers do differently
 * (storage, workers, policies, keys, layout, fonts), and the others, which test our own logic,
 * only with WHOLE=1.
 */
import { test as nodeTest } from "node:test";

const name = process.env["BROWSER"] ?? "chrome";
export const isFirefox = name === "firefox";
export const isWebKit = name === "webkit";
const isWhole = Boolean(process.env["WHOLE"]) || !(isFirefox || isWebKit);

/** A test of something that browsers do differently. */
export const everywhere: typeof nodeTest = nodeTest;

/** A test for which one browser suffices. */
export const test = isWhole ? nodeTest
  : ((title: string, ...rest: readonly unknown[]) => nodeTest(title, { skip: "Chromium answers for all: set WHOLE=1" },
    rest.at(-1) as () => void)) as typeof nodeTest;
