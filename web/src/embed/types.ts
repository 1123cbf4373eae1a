/** The API for pages that embed examples: the types of <pantograph-example>. */

/** A view of an example. */
export type ExampleView = "code" | "result" | "graph";

/** A file of an example. */
export interface ExampleFile {
  readonly name: string;
  readonly text: string;
}

/** The state of an embed: getState returns it, setState accepts any part of it. */
export interface ExampleState {
  /** "pulumi", "hot", ...; "" lets the files decide. */
  readonly dialect: string;
  /** The main file first. inputs.yaml is a file like the others. */
  readonly files: readonly ExampleFile[];
  readonly view: ExampleView;
}

/** A problem in an example. */
export interface ExampleProblem {
  readonly severity: "error" | "warning" | "info";
  readonly code: string;
  readonly message: string;
  /** Its position; file is "" and the numbers are 0 if it has none. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The detail of the event `result`. Secrets are masked in it. */
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
  /** The engine could not be loaded, or it gave up on this text. */
  error: CustomEvent<string>;
}

/** The element. Every attribute is reflected by a property of its name. */
export interface PantographExampleElement extends HTMLElement {
  /** The dialect's name; without it the files decide. */
  dialect: string;
  /** The name of the main file, for dialects that depend on it. */
  file: string;
  /** Where the text is fetched from if it is not in the page. */
  src: string;
  /** The text of inputs.yaml, or `#id` of an element that holds it. */
  inputs: string;
  /** The tabs, in order, the open one first: some of "code result graph". */
  view: string;
  /** When the engine is loaded: "interaction" (the default), "visible" or "never". */
  start: string;
  readonly: boolean;
  /** How many lines the panel is tall. */
  lines: string;
  /** The total height, in pixels or as a CSS length; it takes precedence over lines. */
  height: string;
  /** "light", "dark" or "" to follow the page. */
  theme: string;
  /**
   * Which editor Edit opens: "monaco", fetched at that time, once per page, or "" for the light
   * one.
   */
  editor: string;
  /** Where "Open in playground" leads: `#example/hot/web-tier`, or a whole address. */
  link: string;
  /**
   * Evaluates the current text. Resolves to null if a later run overtook it or there is no engine.
   */
  run(): Promise<ExampleResult | null>;
  /** Restores the text that the page came with. */
  reset(): void;
  getState(): ExampleState;
  setState(state: Partial<ExampleState>): void;
  /**
   * Returns an address of the playground with this example, without the secrets that a reader
   * entered. Null if the text is too long, or if the engine cannot tell what is secret in it.
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
