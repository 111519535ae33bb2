import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { connect } from "node:net";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, startService } from "../servers/service.ts";

setDefaultTimeout(60_000);

/** What counts as another wish; see `SAME_WISH_MS`. */
const LATER_MS = 700;

/** Begins an upload that never ends. */
async function beginUpload(url: string, apiKey: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  const head = [
    "POST /api/v1/imports/upload HTTP/1.1",
    `Host: ${hostname}`,
    `X-API-Key: ${apiKey}`,
    "Content-Type: multipart/form-data; boundary=b",
    "Content-Length: 100000",
  ];
  socket.write(
    `${head.join("\r\n")}\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`,
  );
}

describe("stopping", () => {
  test("Ctrl-C that comes from the terminal and from npm as well drains like one", async () => {
    const service = await startService({ folder: temporaryFolder() });

    process.kill(service.pid, "SIGINT");
    process.kill(service.pid, "SIGTERM");

    expect(await service.exited).toBe(0);
    expect(service.output()).toContain('"msg":"stopped"');
  });

  test("a later signal does not wait for the requests in hand", async () => {
    const service = await startService({ folder: temporaryFolder() });
    await beginUpload(service.url, await newApiKey(service.url));
    await Bun.sleep(LATER_MS);

    process.kill(service.pid, "SIGTERM");
    await Bun.sleep(LATER_MS);
    process.kill(service.pid, "SIGTERM");

    expect(await service.exited).toBe(70);
    expect(service.output()).toContain('"msg":"stopping"');
    expect(service.output()).not.toContain('"msg":"stopped"');
  });
});
