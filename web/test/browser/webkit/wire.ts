/**
 * WebKitWebDriver and its protocol, WebDriver: commands over HTTP. WebKitGTK's driver has one session,
 * which is a browser with a temporary profile.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** WebDriver's key for an element in JSON. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** An element in WebDriver's notation. */
export interface Reference { readonly [ELEMENT]: string }

export function isReference(value: unknown): value is Reference {
  return typeof value === "object" && value !== null && ELEMENT in value;
}

export function reference(id: string): Reference { return { [ELEMENT]: id }; }

export function idOf(element: Reference): string { return element[ELEMENT]; }

/** The driver's reply to a command that failed: WebDriver's name of the error, and a message. */
export class DriverError extends Error {
  constructor(readonly kind: string, message: string) { super(`${kind}: ${message}`); }
}

/** How long a driver may take to start, in milliseconds. On an idle machine it takes 200. */
const START_TIMEOUT = 30_000;

/** Without these styles, MiniBrowser's buttons would keep its window wider than a phone. */
const NARROW = "* { min-width: 0; padding: 0; margin: 0; font-size: 1px; -gtk-icon-style: symbolic; } "
  + "image { -gtk-icon-transform: scale(0.1); }";

/** A running driver and its session. */
export class Wire {
  private constructor(private readonly driver: ChildProcess, private readonly base: string,
    private readonly folder: string) {}

  /**
   * Starts the driver and a browser that accesses everything through a proxy, and stores downloads
   * in a folder.
   */
  static async open(driverPath: string, proxy: string, downloads: string): Promise<Wire> {
    const folder = mkdtempSync(join(tmpdir(), "webkit-"));
    mkdirSync(join(folder, "gtk-3.0"));
    writeFileSync(join(folder, "gtk-3.0", "gtk.css"), NARROW);
    writeFileSync(join(folder, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
    const port = await freePort();
    const driver = spawn(driverPath, [`--port=${port}`], {
      stdio: "ignore", detached: true,
      env: { ...process.env, GDK_BACKEND: "x11", XDG_CONFIG_HOME: folder, NO_AT_BRIDGE: "1",
        WEBKIT_DISABLE_DMABUF_RENDERER: "1" },
    });
    const base = `http://127.0.0.1:${port}`;
    try {
      await waitForStart(base, driver);
      const { sessionId } = await command(base, "POST", "/session", {
        capabilities: { alwaysMatch: {
          proxy: { proxyType: "manual", httpProxy: proxy, sslProxy: proxy },
          timeouts: { script: 120_000, pageLoad: 60_000, implicit: 0 },
          "webkitgtk:browserOptions": { args: ["--automation", "--enable-page-cache=false"] },
        } },
      }) as { readonly sessionId: string };
      return new Wire(driver, `${base}/session/${sessionId}`, folder);
    } catch (error) {
      end(driver);
      throw error;
    }
  }

  get(path: string): Promise<unknown> { return command(this.base, "GET", path); }

  post(path: string, body: object = {}): Promise<unknown> { return command(this.base, "POST", path, body); }

  delete(path: string): Promise<unknown> { return command(this.base, "DELETE", path); }

  async close(): Promise<void> {
    await this.delete("").catch(() => undefined); // the browser may have exited already
    end(this.driver);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Ends the driver and the browser, which is in its process group. */
function end(driver: ChildProcess): void {
  if (driver.pid === undefined || driver.exitCode !== null) return;
  try { process.kill(-driver.pid, "SIGKILL"); } catch { /* it has exited */ }
}

async function waitForStart(base: string, driver: ChildProcess): Promise<void> {
  let failure = "";
  driver.once("error", (error) => { failure = error.message; });
  driver.once("exit", (code) => { failure ||= `it exited with ${code}`; });
  for (const start = Date.now(); Date.now() - start < START_TIMEOUT;) {
    if (failure) throw new Error(`WebKitWebDriver does not start: ${failure}`);
    if (await command(base, "GET", "/status").then(() => true, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("WebKitWebDriver does not answer");
}

async function command(base: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = await response.json() as { readonly value: unknown };
  const { error, message } = (value ?? {}) as { readonly error?: string; readonly message?: string };
  if (!response.ok) throw new DriverError(error ?? String(response.status), message ?? "");
  return value;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
