import { createConnection, createServer, type Socket } from "node:net";
import { freePort } from "./process.ts";

export interface Line {
  url: string;
  /** Milliseconds that everything takes in each direction; a round trip is twice that. */
  delayMs: number;
  /** While true nothing passes, in either direction, and no connection ends: a server that hangs. */
  hangs: boolean;
  /** How often something went to the server and an answer began to come back, on all connections since the last call. */
  takeRoundTrips(): number;
  /** How many connections have sent something that is not answered yet. */
  asking(): number;
  /** Ends all connections and refuses new ones, until `mend`. */
  cut(): void;
  mend(): void;
  stop(): void;
}

/** A network on loopback: a TCP proxy before a server that delays what passes, counts round trips and can hang. */
export async function openLine(server: string, { delayMs = 0 } = {}): Promise<Line> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  const requesting = new Set<Socket>();
  let roundTrips = 0;
  const own = await freePort();
  const line: Line = {
    url: `http://127.0.0.1:${own}`,
    delayMs,
    hangs: false,
    takeRoundTrips: () => {
      const taken = roundTrips;
      roundTrips = 0;
      return taken;
    },
    asking: () => requesting.size,
    cut: () => {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
    mend: () => void listener.listen(own, "127.0.0.1"),
    stop: () => line.cut(),
  };

  /** Hands on what comes, in its order, each piece after the delay. */
  function pass(from: Socket, to: Socket, note: () => void): void {
    let last = Promise.resolve();
    const later = (hand: () => void) => {
      const due = Bun.sleep(line.delayMs);
      last = last.then(async () => {
        await due;
        while (line.hangs && !from.destroyed) await Bun.sleep(5);
        hand();
      });
    };
    from.on("data", (data) => {
      note();
      later(() => to.write(data));
    });
    from.on("end", () => later(() => to.end()));
    from.on("error", () => to.destroy());
    from.on("close", () => later(() => to.destroy()));
  }

  const listener = createServer((near) => {
    const far = createConnection({ host: hostname, port: Number(port) });
    for (const socket of [near, far]) sockets.add(socket.setNoDelay().on("close", () => sockets.delete(socket)));
    near.on("close", () => requesting.delete(near));
    pass(near, far, () => void requesting.add(near));
    pass(far, near, () => {
      if (requesting.delete(near)) roundTrips++;
    });
  });
  await new Promise<void>((resolve) => listener.listen(own, "127.0.0.1", resolve));
  return line;
}
