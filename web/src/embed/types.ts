/** The API for pages that embed examples: the types of the element <pantograph-example>. */

/** A view of an example. */
export type ExampleView = "code" | "result" | "graph";

/** A file of an example. */
export interface ExampleFile {
  readonly name: string;
  readonly text: string;
}

/** The state of an embed, which getState returns. setState accepts some or all of it. */
export interface ExampleState {
  /** "pulumi", "esc", "hot", "terraform", "pullconf", or "" to recognise the dialect from the files. */
  readonly dialect: string;
  /** The files, the main one first. inputs.yaml is a file like the others. */
  readonly files: readonly ExampleFile[];
  readonly view: ExampleView;
}

/** A problem in an example. */
export interface ExampleProblem {
  readonly severity: "error" | "warning" | "info";
  readonly code: string;
  readonly message: string;
  /** The position, counted from 1. If the problem has none, file is "" and the numbers are 0. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The result of an evaluation, with secrets masked. */
export interface ExampleResult {
  readonly dialect: string;
  readonly text: string;
  readonly problems: readonly ExampleProblem[];
}

/** The events of <pantograph-example>. */
export interface ExampleEventMap {
  /** The element is drawn; nothing is loaded yet. */
  ready: CustomEvent<null>;
  /** The reader changed the text. */
  change: CustomEvent<ExampleState>;
  /** The text was evaluated. */
  result: CustomEvent<ExampleResult>;
  /** The text or the engine could not be loaded, or the engine could not evaluate the text; detail says why. */
  error: CustomEvent<string>;
}

/** The element. Every attribute is reflected by a property of the same name. */
export interface PantographExampleElement extends HTMLElement {
  /** The dialect's name; by default, it is recognised from the files. */
  dialect: string;
  /** The name of the main file; by default, the one that the dialect expects. */
  file: string;
  /** The URL that the text is fetched from, if it is not in the page. */
  src: string;
  /** The text of inputs.yaml, or `#id` of the element that contains it. */
  inputs: string;
  /** The tabs: some of "code result graph"; the first one is open. By default all; code is always included. */
  view: string;
  /** When the engine is loaded: on "interaction" (the default), when the example is "visible", or "never". */
  start: string;
  /** Whether the text cannot be changed. */
  readonly: boolean;
  /** The height, in lines of text. */
  lines: string;
  /** The total height, in pixels or as a CSS length; it takes precedence over lines. */
  height: string;
  /** "light", "dark", or "" to follow the colour of the text around the example. */
  theme: string;
  /** The editor that Edit opens: "monaco", which is fetched then, once per page, or "" for the light editor. */
  editor: string;
  /** The target of "Open in playground": `#example/hot/web-tier`, a URL, or "none" for no such link. */
  link: string;
  /**
   * Evaluates the current text. Resolves to null if a later run replaced this one, if it failed (which
   * fires `error`), or if start is "never".
   */
  run(): Promise<ExampleResult | null>;
  /** Restores the original text and ends editing. */
  reset(): void;
  getState(): ExampleState;
  setState(state: Partial<ExampleState>): void;
  /**
   * Makes a URL of the playground that contains the current text, without the secrets that a reader
   * entered. Resolves to null if there is no link, if the text is too long for one, or if the engine
   * cannot tell what is secret in it.
   */
  toLink(): Promise<string | null>;
  addEventListener<K extends keyof ExampleEventMap>(
    type: K, listener: (this: PantographExampleElement, event: ExampleEventMap[K]) => void,
    options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "pantograph-example": PantographExampleElement;
  }
}
