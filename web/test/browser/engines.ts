/**
 * Which tests run in which browser. Chromium runs all of them. In Firefox and WebKit a test takes two
 * to three times as long, so running all tests in all three browsers would take most of an hour on two
 * processors. So in these two, `make test` runs only the tests of features that browsers implement
 * differently (storage, workers, policies, keys, layout, fonts). The others, which test our own logic,
 * run there only with WHOLE=1.
 */
import { test as nodeTest } from "node:test";

const name = process.env["BROWSER"] ?? "chrome";
export const isFirefox = name === "firefox";
export const isWebKit = name === "webkit";
const isWhole = Boolean(process.env["WHOLE"]) || !(isFirefox || isWebKit);

/** A test of a feature that browsers implement differently. */
export const everywhere: typeof nodeTest = nodeTest;

/** A test for which one browser suffices. */
export const test = isWhole ? nodeTest
  : ((title: string, ...rest: readonly unknown[]) => nodeTest(title, { skip: "it runs only in Chromium: set WHOLE=1" },
    rest.at(-1) as () => void)) as typeof nodeTest;
