/**
 * WebDriver reports neither requests nor console messages to a test, and cannot run anything
 * before a page's own scripts. So WebKit accesses everything through this proxy, which records
 * each request and adds a script to each document, from the document's own origin: a policy that
 * allows 'self' allows it.
 */
import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The path of the script at every origin. */
const SCRIPT = "/.driver/before.js";

/** Receives what the proxy observes. */
export interface Witness {
  /** The script that runs before those of a document. */
  script(): string;
  requested(url: string): void;
  /** A response that a browser would report as an error in its console. */
  refused(url: string, status: number): void;
}

export class Proxy {
  private constructor(private readonly server: Server, private readonly witness: Witness) {}

  static async open(witness: Witness): Promise<Proxy> {
    const server = createServer();
    const proxy = new Proxy(server, witness);
    server.on("request", (request, response) => proxy.pass(request, response));
    server.on("connect", (request, socket) => { // https, which none of our servers uses
      witness.requested(`https://${request.url ?? ""}`);
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    await new Promise<void>((resolve) => { server.listen(0, "127.0.0.1", resolve); });
    server.unref();
    return proxy;
  }

  get address(): string { return `127.0.0.1:${(this.server.address() as AddressInfo).port}`; }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "");
    if (url.pathname === SCRIPT) {
      response.writeHead(200, { "Content-Type": "text/javascript", "Cache-Control": "no-store" });
      response.end(this.witness.script());
      return;
    }
    this.witness.requested(url.href);
    const isDocument = ["document", "iframe"].includes(String(request.headers["sec-fetch-dest"]));
    const headers = { ...request.headers };
    if (isDocument) for (const name of ["accept-encoding", "if-none-match", "if-modified-since"]) delete headers[name];
    const onward = send(url, { method: request.method, headers }, (answer) => {
      const status = answer.statusCode ?? 502;
      if (status >= 400) this.witness.refused(url.href, status);
      if (isDocument && String(answer.headers["content-type"]).startsWith("text/html")) void withScript(answer,
        response);
      else {
        response.writeHead(status, answer.headers);
        answer.pipe(response);
      }
    });
    onward.on("error", () => {
      this.witness.refused(url.href, 502);
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  }
}

/** Adds the script to a document as its first, without any other change. */
async function withScript(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  try {
    for await (const part of answer) parts.push(part as Buffer);
  } catch {
    response.destroy();
    return;
  }
  const text = Buffer.concat(parts).toString("utf8");
  const tag = `<script src="${SCRIPT}"></script>`;
  const head = /<meta charset[^>]*>|<head[^>]*>|<html[^>]*>|<!doctype[^>]*>/i;
  const body = Buffer.from(head.test(text) ? text.replace(head, (found) => found + tag) : tag + text);
  const { "content-length": _, "transfer-encoding": __, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 200, { ...headers, "content-length": body.length });
  response.end(body);
}
