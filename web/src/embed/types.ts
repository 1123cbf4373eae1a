/** What a page that embeds examples can rely on: the types of <pantograph-example>. */

export type ExampleView = "code" | "result" | "graph";

export interface ExampleFile {
  readonly name: string;
  readonly text: string;
}

/** Everything that an embed shows: what getState gives and setState takes in part. */
export interface ExampleState {
  /** "pulumi", "hot", ...; "" lets the files decide. */
  readonly dialect: string;
  /** The main file first. inputs.yaml is a file like the others. */
  readonly files: readonly ExampleFile[];
  readonly view: ExampleView;
}

export interface ExampleProblem {
  readonly severity: "error" | "warning" | "info";
  readonly code: string;
  readonly message: string;
  /** Where it stands; file is "" and the numbers are 0 when it stands nowhere. */
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

export interface ExampleEventMap {
  /** The element is drawn; nothing is loaded yet. */
  ready: CustomEvent<null>;
  /** The reader changed the text. */
  change: CustomEvent<ExampleState>;
  /** The text was evaluated. */
  result: CustomEvent<ExampleResult>;
  /** There is no engine, or it gave up over this text. */
  error: CustomEvent<string>;
}

/** The element. Every attribute is reflected by a property of its name. */
export interface PantographExampleElement extends HTMLElement {
  /** The dialect's name; without it the files decide. */
  dialect: string;
  /** The name of the main file, where the dialect looks at it. */
  file: string;
  /** Where the text is fetched from when it does not stand in the page. */
  src: string;
  /** The text of inputs.yaml, or `#id` of an element that holds it. */
  inputs: string;
  /** The tabs, in order, the one that is open first: some of "code result graph". */
  view: string;
  /** When the engine is loaded: "interaction" (the default), "visible" or "never". */
  start: string;
  readonly: boolean;
  /** How many lines the panel is tall. */
  lines: string;
  /** How tall the whole is, in pixels or as a CSS length; it goes before lines. */
  height: string;
  /** "light", "dark" or "" to follow the page. */
  theme: string;
  /** Which editor Edit opens: "monaco", fetched then and once for the page, or "" for the light one. */
  editor: string;
  /** Where "Open in playground" leads: `#example/hot/web-tier`, or a whole address. */
  link: string;
  /** Evaluates what stands there now. Null when a later run overtook it or there is no engine. */
  run(): Promise<ExampleResult | null>;
  /** Puts back the text that the page came with. */
  reset(): void;
  getState(): ExampleState;
  setState(state: Partial<ExampleState>): void;
  /**
   * An address of the playground with this example, without the secrets that a reader entered. Null when there is none: the text
   * is too long, or the engine cannot say what is secret in it.
   */
  toLink(): Promise<string | null>;
  addEventListener<K extends keyof ExampleEventMap>(
    type: K, listener: (this: PantographExampleElement, event: ExampleEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "pantograph-example": PantographExampleElement;
  }
}
