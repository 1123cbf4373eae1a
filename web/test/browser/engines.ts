/**
 * Which tests run in which browser. Chromium runs all of them. Firefox and WebKit take two
 * to three times as long for each, so that all tests in all three would take most of an
 * hour on two processors: there `make test` runs what browsers do differently (storage,
 * workers, policies, keys, layout, fonts), and the rest, which is our own logic, only with
 * WHOLE=1.
 */
import { test as nodeTest } from "node:test";

const name = process.env["BROWSER"] ?? "chrome";
export const isFirefox = name === "firefox";
export const isWebKit = name === "webkit";
const isWhole = Boolean(process.env["WHOLE"]) || !(isFirefox || isWebKit);

/** A test of something that browsers do differently. */
export const everywhere: typeof nodeTest = nodeTest;

/** A test that one browser answers for all. */
export const test = isWhole ? nodeTest
  : ((title: string, ...rest: readonly unknown[]) => nodeTest(title, { skip: "Chromium answers for all: set WHOLE=1" }, rest.at(-1) as () => void)) as typeof nodeTest;
