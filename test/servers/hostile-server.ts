import { createServer, type Socket } from "node:net";

export type HostileWay = "crumbs" | "endless" | "headers" | "silent";

const JSON_HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";

/** Sends a head, and then the same again and again, as fast as it is taken. */
const pouring = (head: string, piece: string) => (socket: Socket) => {
  const pour = () => {
    while (socket.writable && socket.write(piece));
  };
  socket.write(head);
  socket.on("drain", pour);
  pour();
};

/** What a hostile server does with its clients. */
const WAYS: Record<HostileWay, (socket: Socket) => void> = {
  // Pieces of one byte.
  crumbs: pouring(JSON_HEAD, "1\r\nx\r\n".repeat(10_000)),
  endless: pouring(JSON_HEAD, `8000\r\n${" ".repeat(0x8000)}\r\n`),
  // Headers without end, one byte at a time.
  headers: (socket: Socket) => {
    socket.write("HTTP/1.1 200 OK\r\nx-a: ");
    const drip = setInterval(() => socket.write("b"), 5);
    socket.on("close", () => clearInterval(drip));
  },
  silent: () => undefined,
};
const HOSTILE_WAYS = ["crumbs", "endless", "headers", "silent"] as const;

/** The same of a server that greets. */
const GREETINGS: typeof WAYS = {
  ...WAYS,
  crumbs: (socket) => {
    const drip = setInterval(() => socket.write("2"), 5);
    socket.on("close", () => clearInterval(drip));
  },
  endless: pouring("", "220-Welcome\r\n".repeat(2_000)),
};

interface Given {
  /** How it treats those who come, one after the other. */
  ways?: readonly HostileWay[];
  /** Like a server of files or mails, it speaks first. */
  greets?: boolean;
}

/** A server on loopback that never answers well. */
export async function startHostile({ ways = HOSTILE_WAYS, greets = false }: Given = {}) {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    const way = ways[requests++ % ways.length] ?? "silent";
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    if (greets) GREETINGS[way](socket.resume());
    else socket.once("data", () => WAYS[way](socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked: () => requests,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
