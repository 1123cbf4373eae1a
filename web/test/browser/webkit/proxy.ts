/**
 * WebDriver reports neither requests nor console messages, and cannot run a script before those of a
 * page. So WebKit accesses everything through this proxy, which reports each request and adds a script
 * to each document. The script is at the document's own origin, so that a policy with 'self' allows it.
 */
import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The path of the script at every origin. */
const SCRIPT = "/.driver/before.js";

/** Receives the events of the proxy. */
export interface Listener {
  /** The script that runs before those of a document. */
  script(): string;
  requested(url: string): void;
  /** Called for a response that a browser would report as an error in its console. */
  refused(url: string, status: number): void;
}

export class Proxy {
  private constructor(private readonly server: Server, private readonly listener: Listener) {}

  static async open(listener: Listener): Promise<Proxy> {
    const server = createServer();
    const proxy = new Proxy(server, listener);
    server.on("request", (request, response) => proxy.forward(request, response));
    server.on("connect", (request, socket) => { // for https, which none of our servers uses
      listener.requested(`https://${request.url ?? ""}`);
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

  private forward(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "");
    if (url.pathname === SCRIPT) {
      response.writeHead(200, { "Content-Type": "text/javascript", "Cache-Control": "no-store" });
      response.end(this.listener.script());
      return;
    }
    this.listener.requested(url.href);
    const isDocument = ["document", "iframe"].includes(String(request.headers["sec-fetch-dest"]));
    const headers = { ...request.headers };
    if (isDocument) for (const name of ["accept-encoding", "if-none-match", "if-modified-since"]) delete headers[name];
    const onward = send(url, { method: request.method, headers }, (answer) => {
      const status = answer.statusCode ?? 502;
      if (status >= 400) this.listener.refused(url.href, status);
      if (isDocument && String(answer.headers["content-type"]).startsWith("text/html")) void withScript(answer,
        response);
      else {
        response.writeHead(status, answer.headers);
        answer.pipe(response);
      }
    });
    onward.on("error", () => {
      this.listener.refused(url.href, 502);
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  }
}

/** Adds the script to a document before all others. */
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
