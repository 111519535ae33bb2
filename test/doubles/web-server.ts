import https from "node:https";
import type { AddressInfo } from "node:net";
import { RECEIVER } from "../outbound/certificates.ts";

/** What the server answers at a path: HTML, a status, or where the page is now. */
type Pages = Record<string, string | Uint8Array | number | { location: string }>;

/** What a search answers in the protocol of the request; `undefined`: it is no search. */
function searchAnswer(path: string, headers: Record<string, string | string[] | undefined>, results: string[]) {
  const origin = `https://${headers["host"]}`;
  const found = results.map((each) => ({ url: origin + each, title: `Page ${each}`, description: "Extrait" }));
  if (path.startsWith("/res/")) return { web: { results: found } };
  if (!path.startsWith("/search")) return undefined;
  const organic = found.map(({ url, ...each }) => ({ link: url, ...each }));
  return headers["x-api-key"] === undefined ? { results: found } : { organic };
}

/** A search engine in any of the four protocols and the site that it finds, on this machine, over TLS. */
export async function openWebServer() {
  const requests: { path: string; headers: Record<string, string | string[] | undefined> }[] = [];
  let pages: Pages = {};
  let results: string[] = [];
  const server = https.createServer(RECEIVER, (request, response) => {
    request.resume();
    request.on("end", () => {
      const { url: path = "", headers } = request;
      requests.push({ path, headers });
      const search = searchAnswer(path, headers, results);
      if (search) return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(search));
      const page = pages[path] ?? 404;
      if (typeof page === "number") return response.writeHead(page).end();
      if ("location" in Object(page)) return response.writeHead(301, page as { location: string }).end();
      return response.writeHead(200, { "content-type": "text/html" }).end(page as string | Uint8Array);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It does not keep the process from ending.
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    baseUrl: `https://receiver.test:${port}`,
    port,
    asked: requests,
    paths: () => requests.map(({ path }) => path),
    /** From now on it has these pages, and its search finds all but robots.txt. */
    has: (given: Pages) => {
      pages = given;
      results = Object.keys(given).filter((path) => path !== "/robots.txt");
    },
  };
}
