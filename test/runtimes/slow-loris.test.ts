import { expect, test } from "bun:test";
import { connect } from "node:net";
import { temporaryFolder } from "../cleanup.ts";
import { startService } from "../servers/service.ts";

test("T33 a connection that sends its headers byte by byte is closed", async () => {
  const service = await startService({ folder: temporaryFolder() });
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\n"));
  const drip = setInterval(() => socket.write("X-A: b\r\n"), 1_000);

  const isClosed = new Promise((resolve) => socket.on("close", () => resolve(true)));
  socket.on("error", () => undefined);

  expect(await isClosed).toBe(true);
  clearInterval(drip);
  await service.kill("SIGTERM");
}, 60_000);
