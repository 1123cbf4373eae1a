/**
 * The integrity mode of embeds. A page that names the hash of manifest.json,
 *
 *     <meta name="pantograph-integrity" content="sha256-…">
 *
 * loads nothing that this manifest does not list with its hash: every file is checked before any of
 * it runs. Scripts run from memory, since browsers check the hash of a script's file only where the
 * page itself names it.
 */

/** The files that code loads, under the names that the build gave them. */
export interface Assets {
  readonly engine: string;
  readonly engineWorker: string;
  readonly data: Readonly<Record<string, string>>;
  readonly editorWorker: string;
  readonly editorStyles: string;
  readonly embedEditor: string;
  /** The loader's separate parts. */
  readonly embedParts: Readonly<Record<string, string>>;
}

/** How the engine's files are loaded. It is passed in, so that the loader stays a single file. */
export interface Loader {
  assets(base: string): Promise<Assets>;
  fetchPart(base: string, path: string, signal?: AbortSignal): Promise<Response>;
  scriptAt(base: string, path: string): Promise<string>;
}

interface Manifest {
  readonly assets: Assets;
  readonly files: readonly { readonly path: string; readonly hash: string }[];
}

/** The form of a hash that browsers check; they ignore a hash in any other form. */
const PIN = /^sha(256|384|512)-[A-Za-z0-9+/]{43,}={0,2}$/;

const stated = document.querySelector<HTMLMetaElement>('meta[name="pantograph-integrity"]');
const pin = stated?.content ?? "";
/** Whether the page states a hash, even an empty one by mistake, so that everything is checked. */
export const isChecked = stated !== null;

const REFUSED = "A part of the example could not be loaded, or is not what this page expects. " +
  "It was not run; the text is kept.";
const UNREADABLE = "The page promises a hash in a form that cannot be checked, so nothing was run; " +
  "it must be sha256-… as in integrity.txt.";
const MISSING = "The engine could not be loaded. The text is kept; try again later.";

let known: { readonly base: string; readonly manifest: Promise<Manifest> } | null = null;

async function loadManifest(base: string): Promise<Manifest> {
  if (isChecked && !PIN.test(pin)) throw new Error(UNREADABLE);
  const response = await fetch(new URL("manifest.json", base), isChecked ? { integrity: pin } : {}).catch(() => null);
  if (!response?.ok) throw new Error(isChecked ? REFUSED : MISSING);
  return response.json()
    .catch(() => { throw new Error(MISSING); }) as Promise<Manifest>; // most likely a captive portal's page
}

/** Returns the manifest next to the loader, trying again if it could not be loaded. */
export function manifestOf(base: string): Promise<Manifest> {
  if (known?.base !== base) {
    known = { base, manifest: loadManifest(base) };
    known.manifest.catch(() => { known = null; });
  }
  return known.manifest;
}

/**
 * Fetches a file of the release, with its hash in integrity mode, so that the browser checks it
 * first.
 */
export async function fetchPart(base: string, path: string, signal: AbortSignal | null = null): Promise<Response> {
  const options = isChecked ? { signal, integrity: integrityOf(await manifestOf(base), path) } : { signal };
  const response = await fetch(new URL(path, base), options).catch(() => null);
  if (!response?.ok) throw new Error(isChecked ? REFUSED : MISSING);
  return response;
}

function integrityOf({ files }: Manifest, path: string): string {
  const hash = files.find((file) => file.path === path)?.hash;
  if (!hash) throw new Error(REFUSED);
  return `sha256-${btoa(String.fromCharCode(...hash.match(/../g)!.map((byte) => parseInt(byte, 16))))}`;
}

const scripts = new Map<string, Promise<string>>();

/** Returns the address of a script, or in integrity mode that of its checked source. */
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
 * Loads a script. Its imports from the same folder are checked in the same way, and replaced with
 * their addresses in memory.
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

/** Loads a part of the loader: as bundled, or in integrity mode from its checked source. */
export async function part<T>(base: string, name: string, bundled: () => Promise<T>): Promise<T> {
  if (!isChecked) return bundled();
  const path = (await manifestOf(base)).assets.embedParts[name];
  if (!path) throw new Error(REFUSED);
  return (await import(await scriptAt(base, path))) as T;
}
