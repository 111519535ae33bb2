import { expect, test } from "bun:test";
import { connect } from "node:net";
import { temporaryFolder } from "../cleanup.ts";
import { startService } from "../servers/service.ts";

const CLIENTS = 128;
/** The longest pause between two requests on a connection. */
const PAUSE_MS = 1_900;
const SLOW_MS = 60_000;

/** What became of a client whose connection was to be closed, or was closed while it waited. */
type End = "told to close" | "closed between requests" | "lost a request";

/** Asks again and again on one connection until it ends. */
async function requestOn(port: number, pauseMs: number, requests: () => void): Promise<End> {
  let isClosed = false;
  let answer = "";
  let heard: () => unknown = () => undefined;
  const socket = connect(port, "127.0.0.1");
  socket.on("data", (data) => {
    answer += data;
    heard();
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    isClosed = true;
    heard();
  });
  for (;;) {
    if (isClosed) return "closed between requests";
    answer = "";
    socket.write("GET /api/v1/health/live HTTP/1.1\r\nHost: a\r\n\r\n");
    const isWhole = () => answer.includes("\r\n\r\n") && answer.endsWith("}");
    while (!isWhole() && !isClosed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      heard = resolve;
      await promise;
    }
    if (!isWhole()) return "lost a request";
    if (/^connection: close/im.test(answer)) return "told to close";
    requests();
    await Bun.sleep(pauseMs);
  }
}

test(
  "a stop answers what comes on connections that are stored, and says that each is closed",
  async () => {
    const service = await startService({ folder: temporaryFolder() });
    const port = Number(new URL(service.url).port);
    const all = Promise.withResolvers<void>();
    let ready = 0;
    const clients = Array.from({ length: CLIENTS }, (_, at) => {
      let isFirst = true;
      return requestOn(port, (at / CLIENTS) * PAUSE_MS, () => {
        if (isFirst && ++ready === CLIENTS) all.resolve();
        isFirst = false;
      });
    });
    await all.promise;
    const exit = service.kill("SIGTERM");
    const ends = await Promise.all(clients);
    expect(ends.filter((end) => end !== "told to close")).toEqual([]);
    expect(await exit).toBe(0);
  },
  SLOW_MS,
);
