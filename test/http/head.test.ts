import { afterAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { exportProducts } from "../exports/export-file.ts";
import { app } from "../harness.ts";
import { givenImages, SMALL } from "../media/given-images.ts";

const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch });
afterAll(() => server.stop(true));

/** What stands on the wire in answer to a request, until the peer is done: a client would hide what a HEAD says. */
const exchange = (method: string, path: string, apiKey: string) =>
  new Promise<{ head: string; body: string }>((resolve, reject) => {
    const request = `${method} ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-api-key: ${apiKey}\r\n\r\n`;
    const socket = connect(server.port ?? 0, "127.0.0.1", () => socket.write(request));
    let answer = "";
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("close", () => {
      const [head = "", ...body] = answer.split("\r\n\r\n");
      resolve({ head: head.toLowerCase(), body: body.join("\r\n\r\n") });
    });
    socket.on("error", reject);
  });

const lengthIn = (head: string) => /^content-length: (\d+)$/m.exec(head)?.[1];

/** An image, a document and an export of one tenant, and where each is found. */
async function givenFiles() {
  const { tenant, id, media } = await givenImages(1);
  const form = new FormData();
  form.set("file", new File([SMALL], "a.png"));
  const document = await tenant.post(`/compliance/products/${id}/documents`, form);
  const { taskId } = await exportProducts(tenant);
  return {
    tenant,
    image: String(media[0].url),
    document: String(document.body.url),
    export: `/api/v1/exports/download/${taskId}`,
  };
}

test("a HEAD says how long a file is, and what else a GET says", async () => {
  const { tenant, ...paths } = await givenFiles();
  for (const path of Object.values(paths)) {
    const get = await fetch(new URL(path, server.url), { headers: { "x-api-key": tenant.apiKey } });
    const { byteLength } = await get.arrayBuffer();
    const { head, body } = await exchange("HEAD", path, tenant.apiKey);

    expect([get.status, head.split("\r\n")[0], body]).toEqual([200, "http/1.1 200 ok", ""]);
    expect(byteLength).toBeGreaterThan(0);
    expect(lengthIn(head)).toBe(String(byteLength));
    for (const name of ["content-type", "content-disposition"]) {
      expect(head).toContain(`${name}: ${get.headers.get(name)?.toLowerCase()}`);
    }
  }
});

test("a HEAD claims no length of what is made while it is sent", async () => {
  const { tenant } = await givenImages(1);
  for (const path of ["/api/v1/exports/stream/csv/products", "/api/v1/ean-asin/export"]) {
    const { head, body } = await exchange("HEAD", path, tenant.apiKey);

    expect([head.split("\r\n")[0], lengthIn(head), body]).toEqual(["http/1.1 200 ok", undefined, ""]);
  }
});
