/**
 * Third-party sites for tests. They serve the pages of web/test/hosts under /hosts/, and dist below a
 * sub-path, as on any static host. `@@` in a page is replaced with the location of dist.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { Page } from "puppeteer-core";
import { EMPTY_PAGE } from "./page.js";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".json": "application/json",
  ".svg": "image/svg+xml", ".wasm": "application/wasm", ".woff2": "font/woff2", ".ttf": "font/ttf",
};

/** The sub-path below which dist is served. None of its files contains it. */
export const BELOW = "/a/b";

export class Host {
  /** The paths of the requested files, without BELOW. */
  readonly requested: string[] = [];
  /** New content for files of dist, which a later release has changed. */
  readonly changed = new Map<string, string | Buffer>();
  /** Returns the tags for a page, given those of integrity.txt. */
  pinned = (tags: string): string => tags;
  /** Files of dist that no longer exist. */
  readonly gone = new Set<string>();
  /**
   * For a file of dist, how many requests are answered with another page and status 200, as by a
   * captive portal, or a host that answers every request with its front page and the file's headers.
   */
  readonly portal = new Map<string, number>();
  isDown = false;

  private constructor(private readonly server: Server) {}

  /**
   * Opens a host with its own origin. A `cold` host forbids caching, so that a page requests everything
   * that it needs. A `cached` host allows the browser's cache, which makes pages faster.
   */
  static async open(kind: "cold" | "cached" = "cold"): Promise<Host> {
    const server = createServer();
    const host = new Host(server);
    server.on("request", (request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
      const caching = kind === "cached" && path.includes("/assets/") ? "max-age=3600" : "no-store";
      if (host.isPortal(path)) {
        response.writeHead(200, { "Content-Type": "text/html", "Cache-Control": caching });
        response.end("<title>Please log in</title>");
        return;
      }
      const content = host.isDown ? null : host.find(path);
      response.writeHead(content === null ? (host.isDown ? 503 : 404) : 200, {
        "Content-Type": TYPES[extname(path.endsWith("/") ? "index.html" : path)] ?? "text/plain",
        "Access-Control-Allow-Origin": "*",
        "Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": caching,
      });
      response.end(content ?? "");
    });
    await new Promise<void>((resolve) => { server.listen(0, "localhost", resolve); });
    server.unref(); // a failing test does not close it
    return host;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => { this.server.close(() => resolve()); });
  }

  get origin(): string { return `http://localhost:${(this.server.address() as AddressInfo).port}`; }

  /** Returns the address of a page of dist. */
  at(page: string): string { return `${this.origin}${BELOW}/${page}`; }

  /** Returns the address of a page of web/test/hosts; dist may be at another origin. */
  page(name: string, dist = BELOW): string {
    this.dist = dist;
    return `${this.origin}/hosts/${name}.html`;
  }

  private dist = BELOW;
  /** Replacements for parts of the documented policy, for a page that lacks them. */
  readonly policyChanges = new Map<string, string>();

  /** Returns the policy that embed-demo.html documents for the location of dist. */
  private policy(): string {
    const isOther = this.dist !== BELOW;
    const page = readFileSync("dist/embed-demo.html", "utf8");
    const code = new RegExp(`<code id="policy-${isOther ? "other" : "own"}">([^<]*)</code>`);
    const [, text = "none is documented"] = code.exec(page) ?? [];
    const documented = isOther ? text.replaceAll("https://…", new URL(this.dist).origin) : text;
    return [...this.policyChanges].reduce((policy, [piece, instead]) => policy.replace(piece, instead), documented);
  }

  private isPortal(path: string): boolean {
    const name = path.slice(BELOW.length + 1), times = this.portal.get(name) ?? 0;
    if (times > 0) this.portal.set(name, times - 1);
    return times > 0;
  }

  private find(path: string): string | Buffer | null {
    if (path === EMPTY_PAGE) return "nothing";
    if (path.startsWith("/hosts/")) {
      const text = readFileSync(join("web/test", normalize(path)), "utf8");
      return text.replaceAll("@@", this.dist).replace("<!--static-->", () => firstStatic()).replace("<!--policy-->",
        () => this.policy())
        .replace("<!--pins-->",
          () => this.pinned(readFileSync("dist/integrity.txt", "utf8").replaceAll("https://…", this.dist)));
    }
    if (!path.startsWith(`${BELOW}/`)) return null;
    const name = normalize(path.slice(BELOW.length + 1).replace(/^copy\//, "").replace(/(^|\/)$/, "$1index.html"));
    this.requested.push(name);
    const file = join("dist", name);
    if (this.gone.has(name)) return null;
    return this.changed.get(name) ?? (existsSync(file) && statSync(file).isFile() ? readFileSync(file) : null);
  }
}

/** Records requests of a page or a frame in it to other hosts, and violations of its policy. */
export async function recordFaults(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "localhost") faults.push(`request: ${request.url()}`);
  });
  page.on("console", (message) => { if (message.text().startsWith("policy: ")) faults.push(message.text()); });
  await page.evaluateOnNewDocument(() => {
    document.addEventListener("securitypolicyviolation",
      (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
  });
  return faults;
}

/** Returns the first embed in embed-demo.html. */
function firstStatic(): string {
  return /<section class="case">[^]*?(<pantograph-example[^]*?<\/pantograph-example>)/.exec(readFileSync("dist/embed-demo.html", "utf8"))?.[1] ?? "";
}
