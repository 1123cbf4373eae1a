/** The data that the build embedded in the page. */

/** The paths of the files that scripts load, which contain hashes. */
export interface Assets {
  readonly engine: string;
  /** The engine's size before compression, in bytes; 0 if not known. */
  readonly engineBytes: number;
  readonly engineWorker: string;
  readonly editorWorker: string;
  /** Monaco's script. */
  readonly monaco: string;
  readonly editorStyles: string;
  /** The modules of the editors, which use Monaco. */
  readonly editorModules: readonly string[];
  /** The modules that read links. */
  readonly linkModules: readonly string[];
  readonly gallery: string;
  /** The service worker; "" in a development build, whose files change while the page is open. */
  readonly offline: string;
  /** The data files that the engine may ask for, by name. */
  readonly data: Readonly<Record<string, string>>;
}

/** Returns the JSON in an element that the build embedded in the page; null if it is missing or empty. */
export function embedded<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}
