/**
 * The divider between the editor and the output. It is moved by dragging or with the arrow keys; a
 * double click centres it.
 */
import { LitElement, type PropertyValues } from "lit";
import { customElement, property } from "lit/decorators.js";

const STEP = 0.02;

/** The divider. Fires `move` with the requested share of the editor in the width, as a fraction of 1. */
@customElement("pg-split")
export class Split extends LitElement {
  @property({ type: Number }) share = 0.5;

  protected override createRenderRoot(): this { return this; }

  override connectedCallback(): void {
    super.connectedCallback();
    this.tabIndex = 0;
    this.role = "separator";
    this.ariaOrientation = "vertical";
    this.ariaLabel = "Width of the editor";
    this.ariaValueMin = "20";
    this.ariaValueMax = "80";
    this.addEventListener("pointerdown", this.onDown);
    this.addEventListener("pointermove", this.onMove);
    this.addEventListener("keydown", this.onKey);
    this.addEventListener("dblclick", () => this.move(0.5));
  }

  protected override updated(_: PropertyValues): void {
    this.ariaValueNow = String(Math.round(this.share * 100));
  }

  private readonly onDown = (event: PointerEvent): void => {
    this.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.focus();
  };

  private readonly onMove = (event: PointerEvent): void => {
    const table = this.parentElement;
    if (!table || !this.hasPointerCapture(event.pointerId)) return;
    const left = table.querySelector(".source")?.getBoundingClientRect().left ?? 0; // a column may precede it
    this.move((event.clientX - left) / (table.getBoundingClientRect().right - left));
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowLeft" ? -STEP : event.key === "ArrowRight" ? STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    this.move(this.share + step);
  };

  private move(share: number): void {
    this.dispatchEvent(new CustomEvent<number>("move", { detail: share }));
  }
}
