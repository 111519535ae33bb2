import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../../servers/process.ts";

/** What happens to the bytes that a server sends. */
export interface RelayFault {
  /** After so many of them, in all connections together … */
  afterBytes: number;
  /** … the connections end, or no more comes. */
  then: "cut" | "silence";
}

/** A line in front of a server that breaks where it is told to. Data connections of FTP do not pass here. */
export async function startRelay(target: number) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let fault: RelayFault | undefined;
  let passed = 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (bytes) => upstream.write(bytes));
    upstream.on("data", (bytes) => {
      passed += bytes.length;
      if (fault === undefined || passed <= fault.afterBytes) client.write(bytes);
      else if (fault.then === "cut") cut();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port,
    /** From now on; `undefined`: all passes. */
    breakAt: (next: RelayFault | undefined) => {
      fault = next;
      passed = 0;
    },
    stop: async () => {
      cut();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
