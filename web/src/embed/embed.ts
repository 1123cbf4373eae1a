/**
 * The loader that other pages include. It draws their examples; the engine and the editor are loaded
 * later, by default when a reader first interacts. types.ts is the API that pages can rely on.
 */
import { define } from "./element.js";
import "./registry.js";

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", define);
else define();
