import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Agent, get } from "node:http";
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

test("a start says which settings there are not", async () => {
  const service = await startService({
    folder: temporaryFolder(),
    env: { CATALOGD_PROT: "1", CATALOGD_S3_ENDPOINT: "" },
  });
  expect(service.output()).toContain('"name":"CATALOGD_PROT","meant":"CATALOGD_PORT"');
  await service.kill("SIGTERM");
});

describe("stopping", () => {
  test("Ctrl-C that comes from the terminal and from npm as well drains like one", async () => {
    const service = await startService({ folder: temporaryFolder() });

    process.kill(service.pid, "SIGINT");
    process.kill(service.pid, "SIGTERM");

    expect(await service.exited).toBe(0);
    expect(service.output()).toContain('"msg":"stopped"');
  });

  test("a short drain does not wait for receivers that hang", async () => {
    const silent = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Promise<Response>(() => undefined) });
    const env = { CATALOGD_DRAIN_SECONDS: "5", CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" };
    const service = await startService({ folder: temporaryFolder(), env });
    const headers = { "x-api-key": await newApiKey(service.url), "content-type": "application/json" };
    const post = (path: string, body: unknown) =>
      fetch(`${service.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const webhook = { name: "x", url: `http://127.0.0.1:${silent.port}/`, events: ["product.created"] };
    expect((await post("/webhooks", webhook)).status).toBe(201);
    for (let n = 0; n < 10; n++) await post("/products", { name: `Pen ${n}` });
    for (let tries = 0; silent.pendingRequests === 0 && tries < 200; tries++) await Bun.sleep(20);
    expect(silent.pendingRequests).toBeGreaterThan(0);

    process.kill(service.pid, "SIGTERM");

    expect(await service.exited).toBe(0);
    expect(service.output()).toContain('"msg":"stopped"');
    await silent.stop(true);
  });

  test("says so on open connections, so that none is cut off under a request", async () => {
    const service = await startService({ folder: temporaryFolder() });
    const { hostname, port } = new URL(service.url);
    const agent = new Agent({ keepAlive: true });
    const send = () =>
      new Promise<string | undefined>((resolve, reject) => {
        const request = get({ agent, hostname, port, path: "/api/v1/health/live" }, (response) => {
          response.resume().once("end", () => resolve(response.headers.connection));
        });
        request.once("error", reject);
      });
    const reported: (string | undefined)[] = [await send(), await send()];

    process.kill(service.pid, "SIGTERM");
    // A client that sends again and again, until it is refused.
    while (reported.at(-1) !== "close") reported.push(await send());

    expect(await service.exited).toBe(0);
    expect(reported.slice(0, 2)).not.toContain("close");
    agent.destroy();
  });

  test("a later signal does not wait for the requests in progress", async () => {
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
