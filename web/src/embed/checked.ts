/**
 * Loads an embed's files, with or without integrity mode. A page that contains the hash of
 * manifest.json,
 *
 *     <meta name="pantograph-integrity" content="sha256-…">
 *
 * loads only files that this manifest lists with their hashes, and each is checked before it runs.
 * Scripts run from memory (blob: URLs), since browsers check hashes only of scripts that the page
 * itself refers to, not of modules and workers that scripts load.
 */

/** The paths of the files that scripts load, which contain hashes. */
export interface Assets {
  readonly engine: string;
  readonly engineWorker: string;
  readonly data: Readonly<Record<string, string>>;
  readonly editorWorker: string;
  readonly editorStyles: string;
  readonly monaco: string;
  readonly embedEditor: string;
  /** The parts of the loader that are separate files, by name. */
  readonly embedParts: Readonly<Record<string, string>>;
}

/** The functions that load files. They are passed to late-loaded code, so that the loader remains a single file. */
export interface Loader {
  assets(base: string): Promise<Assets>;
  fetchPart(base: string, path: string, signal?: AbortSignal): Promise<Response>;
  scriptAt(base: string, path: string): Promise<string>;
}

interface Manifest {
  readonly assets: Assets;
  readonly files: readonly { readonly path: string; readonly hash: string }[];
}

/** Matches hashes that browsers check. They ignore an integrity attribute in any other form. */
const PIN = /^sha(256|384|512)-[A-Za-z0-9+/]{43,}={0,2}$/;

const stated = document.querySelector<HTMLMetaElement>('meta[name="pantograph-integrity"]');
const pin = stated?.content ?? "";
/** Whether the page states a hash. Then every loaded file is checked, even if the hash is empty by mistake. */
export const isChecked = stated !== null;

const REFUSED = "A part of the example could not be loaded, or differs from what this page expects. " +
  "It was not run. The text is kept.";
const UNREADABLE = "The hash in this page has a form that cannot be checked, so nothing was run; " +
  "it must be sha256-…, as in integrity.txt.";
const MISSING = "The engine could not be loaded. The text is kept; try again later.";

let known: { readonly base: string; readonly manifest: Promise<Manifest> } | null = null;

async function loadManifest(base: string): Promise<Manifest> {
  if (isChecked && !PIN.test(pin)) throw new Error(UNREADABLE);
  const response = await fetch(new URL("manifest.json", base), isChecked ? { integrity: pin } : {}).catch(() => null);
  if (!response?.ok) throw new Error(isChecked ? REFUSED : MISSING);
  return response.json()
    .catch(() => { throw new Error(MISSING); }) as Promise<Manifest>; // most likely a captive portal's page
}

/** Returns the manifest in the folder of the loader. If it could not be loaded, the next call tries again. */
export function manifestOf(base: string): Promise<Manifest> {
  if (known?.base !== base) {
    known = { base, manifest: loadManifest(base) };
    known.manifest.catch(() => { known = null; });
  }
  return known.manifest;
}

/**
 * Fetches a file of the release; in integrity mode, the browser checks its hash. Rejects with a
 * message for the user.
 */
export async function fetchPart(base: string, path: string, signal: AbortSignal | null = null): Promise<Response> {
  const options = isChecked ? { signal, integrity: integrityOf(await manifestOf(base), path) } : { signal };
  for (const cache of ["default", "reload"] as const) { // the second replaces a wrong response in the browser's cache
    const response = await fetch(new URL(path, base), { ...options, cache }).catch(() => null);
    if (response?.ok && !/html/.test(response.headers.get("content-type") ?? "")) return response;
  }
  throw new Error(isChecked ? REFUSED : MISSING);
}

function integrityOf({ files }: Manifest, path: string): string {
  const hash = files.find((file) => file.path === path)?.hash;
  if (!hash) throw new Error(REFUSED);
  return `sha256-${btoa(String.fromCharCode(...hash.match(/../g)!.map((byte) => parseInt(byte, 16))))}`;
}

const scripts = new Map<string, Promise<string>>();

/** Returns the URL of a script; in integrity mode, a blob: URL of its checked source. */
export function scriptAt(base: string, path: string): Promise<string> {
  if (!isChecked) return Promise.resolve(new URL(path, base).href);
  let address = scripts.get(path);
  if (!address) {
    address = checkedScript(base, path);
    address.catch(() => scripts.delete(path));
    scripts.set(path, address);
  }
  return address;
}

const IMPORT = /"\.\/([\w.-]{1,200}\.js)"/g;

/**
 * Returns a blob: URL of a checked script. Scripts that it imports from the same folder are checked as
 * well, and the imports are replaced with their blob: URLs.
 */
async function checkedScript(base: string, path: string): Promise<string> {
  const text = await (await fetchPart(base, path)).text();
  const folder = path.slice(0, path.lastIndexOf("/") + 1), { files } = await manifestOf(base);
  const named = new Set([...text.matchAll(IMPORT)].map(([, name]) => name!));
  const imports = [...named].filter((name) => files.some((file) => file.path === folder + name));
  const addresses = new Map(await Promise.all(imports.map(async (name) =>
    [name, await scriptAt(base, folder + name)] as const)));
  const linked = text.replace(IMPORT,
    (all, name: string) => (addresses.has(name) ? JSON.stringify(addresses.get(name)) : all));
  return URL.createObjectURL(new Blob([linked], { type: "text/javascript" }));
}

/** Imports a part of the loader: with `bundled`, or in integrity mode from its checked source. */
export async function loadPart<T>(base: string, name: string, bundled: () => Promise<T>): Promise<T> {
  if (!isChecked) return bundled();
  const path = (await manifestOf(base)).assets.embedParts[name];
  if (!path) throw new Error(REFUSED);
  return (await import(await scriptAt(base, path))) as T;
}
