import { createServer, type Socket } from "node:net";

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

/** What a hostile server does with whoever asks. */
const WAYS = {
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
export type HostileWay = keyof typeof WAYS;
export const HOSTILE_WAYS = Object.keys(WAYS) as HostileWay[];

const ASKED = new RegExp(HOSTILE_WAYS.join("|"));

/** A web server on loopback that never answers well: in the way that an address names, else each way in its turn. */
export async function startHostile() {
  const sockets = new Set<Socket>();
  let asked = 0;
  const server = createServer((socket) => {
    const turn = HOSTILE_WAYS[asked++ % HOSTILE_WAYS.length];
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.once("data", (request) => {
      const named = ASKED.exec(request.toString("latin1").split("\r\n", 1)[0] ?? "")?.[0] as HostileWay | undefined;
      const way = named ?? turn;
      if (way) WAYS[way](socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked: () => asked,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
