import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a small server on loopback, so that the demo needs no internet. Returns its address. It ends with the process. */
export async function serveOnLoopback(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return `http://127.0.0.1:${port}`;
}
