/** The entry point of Monaco's script, which provides the exports of monaco.ts to modules of other bundles. */
import * as exports from "./monaco.js";

(globalThis as { pantographMonaco?: typeof exports }).pantographMonaco = exports;
