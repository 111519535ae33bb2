import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** What happens to the bytes that a server sends. */
export interface RelayFault {
  /** After this number of them, in all connections together … */
  afterBytes: number;
  /** … the connections end (`cut once`: and the next ones pass), no more comes, or each 32 KiB is late. */
  how: "cut" | "cut once" | "silence" | "slow";
}

/** How FTP says where a data connection is to be opened. Source: RFC 2428, 3. */
const PASSIVE = /^(229 .*\(\|\|\|)(\d+)(\|\).*)$/m;
const ANSWER_BYTES_MAX = 1024;
const LATE_MS = 60;
const LATE_BYTES = 32 * 1024;

async function sendLate(client: Socket, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += LATE_BYTES) {
    await Bun.sleep(LATE_MS);
    client.write(bytes.subarray(at, at + LATE_BYTES));
  }
}

/** A line in front of a server that breaks on command; data connections of FTP without TLS pass it as well. */
export async function startRelay(target: number) {
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  let fault: RelayFault | undefined;
  let passed = 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const broken = (bytes: Buffer): RelayFault["how"] | undefined => {
    passed += bytes.length;
    if (fault === undefined || passed <= fault.afterBytes) return undefined;
    const { how } = fault;
    if (how === "cut once") fault = undefined;
    if (how === "cut" || how === "cut once") cut();
    return how;
  };
  /** Says that a data connection is to be opened here. */
  async function rerouted(bytes: Buffer): Promise<Buffer> {
    if (bytes.length > ANSWER_BYTES_MAX) return bytes;
    const [line, before = "", port, after = ""] = PASSIVE.exec(bytes.toString("latin1")) ?? [];
    if (line === undefined) return bytes;
    const own = `${before}${await listen(Number(port))}${after}`;
    return Buffer.from(bytes.toString("latin1").replace(line, own), "latin1");
  }
  async function pass(upstream: Socket, client: Socket): Promise<void> {
    for await (const bytes of upstream as AsyncIterable<Buffer>) {
      const how = broken(bytes);
      if (how === "silence") continue;
      if (how === "slow") await sendLate(client, await rerouted(bytes));
      else client.write(await rerouted(bytes));
    }
    client.end();
  }
  /** What is held back of what goes to the server, by connection. */
  const held = new Map<Socket, Buffer[]>();
  let [mayPass, heldFrom] = [Number.POSITIVE_INFINITY, ""];
  let releaseHeld: () => void = () => undefined;
  function passUp(upstream: Socket, bytes: Buffer): void {
    if (heldFrom !== "" && bytes.includes(heldFrom)) mayPass = 0;
    const passing = bytes.subarray(0, Math.max(0, mayPass));
    mayPass -= passing.length;
    if (passing.length > 0) upstream.write(passing);
    if (passing.length === bytes.length) return;
    held.set(upstream, [...(held.get(upstream) ?? []), bytes.subarray(passing.length)]);
    releaseHeld();
  }
  async function listen(to: number): Promise<number> {
    const server = createServer((client) => {
      const upstream = connect(to, "127.0.0.1");
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on("error", () => undefined);
        socket.on("close", () => sockets.delete(socket));
      }
      client.on("close", () => {
        if (!held.has(upstream)) upstream.destroy();
      });
      client.on("data", (bytes: Buffer) => passUp(upstream, bytes));
      pass(upstream, client).catch(() => client.destroy());
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port; // it listens on a port
  }
  return {
    port: await listen(target),
    /** From now on; `undefined`: all passes. */
    breakAt: (next: RelayFault | undefined) => {
      fault = next;
      passed = 0;
    },
    /**
     * Lets this many more bytes pass to the server, or those before some text, and holds back all others; resolves once
     * there are some.
     */
    holdAfter: (what: number | string): Promise<void> => {
      [mayPass, heldFrom] = typeof what === "number" ? [what, ""] : [Number.POSITIVE_INFINITY, what];
      return new Promise((resolve) => {
        releaseHeld = resolve;
      });
    },
    /** New bytes pass again. What was held back stays on its way. */
    letPass: () => {
      [mayPass, heldFrom] = [Number.POSITIVE_INFINITY, ""];
    },
    /** What was held back arrives, or is lost. Resolves once its connections have ended. */
    endHeld: async (fate: "arrives" | "is lost"): Promise<void> => {
      const ends = [...held].map(([upstream, pieces]) => {
        const ended = new Promise<void>((resolve) => void upstream.on("close", () => resolve()));
        if (fate === "is lost" || upstream.destroyed) upstream.destroy();
        else upstream.end(Buffer.concat(pieces));
        return upstream.closed ? undefined : ended;
      });
      held.clear();
      await Promise.all(ends);
    },
    stop: async () => {
      cut();
      await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
    },
  };
}
