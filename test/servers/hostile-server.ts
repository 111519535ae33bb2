import { createServer, type Socket } from "node:net";

/** What a hostile server does with whoever asks: each way in its turn. */
const WAYS: ((socket: Socket) => void)[] = [
  // Pieces of one byte, as fast as they are taken.
  (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n");
    const pieces = "1\r\nx\r\n".repeat(10_000);
    const pour = () => {
      while (socket.writable && socket.write(pieces));
    };
    socket.on("drain", pour);
    pour();
  },
  // A body without end.
  (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n");
    const piece = `8000\r\n${" ".repeat(0x8000)}\r\n`;
    const pour = () => {
      while (socket.writable && socket.write(piece));
    };
    socket.on("drain", pour);
    pour();
  },
  // Headers without end, one byte at a time.
  (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nx-a: ");
    const drip = setInterval(() => socket.write("b"), 5);
    socket.on("close", () => clearInterval(drip));
  },
  // Silence.
  () => undefined,
];

/** A web server on loopback that never answers well. */
export async function startHostile() {
  const sockets = new Set<Socket>();
  let asked = 0;
  const server = createServer((socket) => {
    const way = WAYS[asked++ % WAYS.length];
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.once("data", () => way?.(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    asked: () => asked,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
