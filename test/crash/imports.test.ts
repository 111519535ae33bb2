import { afterAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { SMALL } from "../media/given-images.ts";
import { type Killable, killable } from "./killable.ts";

const TEST_MS = 120_000;
const ROWS = 3_000;
const PHOTOS = 24;
const FILE = ["sku,name", ...Array.from({ length: ROWS }, (_, row) => `K-${row},Product ${row}`), ""].join("\n");

/** Requests beyond `most` are answered once it is more. */
const gate = { most: Number.POSITIVE_INFINITY, asked: 0 };
const web = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async ({ url }) => {
    const place = ++gate.asked;
    while (place > gate.most) await Bun.sleep(5);
    return url.endsWith(".csv") ? new Response(FILE) : new Response(SMALL);
  },
});
afterAll(() => web.stop(true));

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
type Json = any;

/** Imports a file to its end; answers the import's id. */
async function imported({ call, until }: Killable, content: string, mapping: object, options: object = {}) {
  const form = new FormData();
  form.set("file", new File([content], "list.csv"));
  const { id } = await call("POST", "/imports/upload", form);
  await call("POST", `/imports/${id}/save-mapping`, { column_mapping: mapping, import_options: options });
  await call("POST", `/imports/${id}/start-processing`);
  await until(`/imports/${id}`, ({ status }) => status.startsWith("completed"));
  return String(id);
}

test(
  "an undo that is killed on the way takes each product back once",
  async () => {
    const service = await killable();
    const id = await imported(service, FILE, { sku: "sku", name: "name" });
    await service.call("POST", `/imports/${id}/revert`);
    await service.until(`/imports/${id}/revert`, ({ products_processed: done }) => done > 0);
    await service.kill();
    await service.start();
    const ended = await service.until(`/imports/${id}/revert`, ({ status }) => status === "completed");
    expect(ended).toMatchObject({ products_processed: ROWS, products_deleted: ROWS, products_left: 0 });
    expect((await service.call("GET", "/products")).meta.total).toBe(0);
    await service.stop();
  },
  TEST_MS,
);

test(
  "images that are fetched when the service is killed are attached once",
  async () => {
    const service = await killable();
    Object.assign(gate, { asked: 0, most: 5 });
    const rows = Array.from({ length: PHOTOS }, (_, row) => `I-${row},Photo ${row},${web.url}${row}.png`);
    await imported(
      service,
      ["sku,name,photo", ...rows, ""].join("\n"),
      { sku: "sku", name: "name", photo: "image_urls" },
      { fetch_images: true },
    );
    const listed = async () => (await service.call("GET", "/products?per_page=100")).items as Json[];
    await service.until("/products?per_page=100", () => gate.asked > gate.most);
    await service.kill();
    await service.start();
    gate.most = Number.POSITIVE_INFINITY;
    const isStored = ({ primary_image_url: url }: Json) => !url.startsWith("http");
    await service.until("/products?per_page=100", ({ items }) => items.every(isStored));
    for (const { id } of (await listed()).slice(0, 5)) {
      const { items } = await service.call("GET", `/products/${id}/media`);
      expect(items.map(({ is_primary, width }: Json) => [is_primary, width])).toEqual([[true, 20]]);
    }
    await service.stop();
  },
  TEST_MS,
);

test(
  "a file that is fetched when the service is killed is imported once, and nothing of it is left",
  async () => {
    const service = await killable();
    Object.assign(gate, { asked: 0, most: 0 });
    const { id } = await service.call("POST", "/imports/upload-from-url", { url: `${web.url}list.csv` });
    await service.until(`/imports/${id}`, () => gate.asked > 0);
    await service.kill();
    await service.start();
    gate.most = Number.POSITIVE_INFINITY;
    const ready = await service.until(`/imports/${id}`, ({ status }) => status === "awaiting_mapping");
    expect(ready.total_rows).toBe(ROWS);
    expect((await service.call("GET", "/imports/")).meta.total).toBe(1);
    const names = readdirSync(service.data, { recursive: true }).map(String);
    // An object store has a folder for each of its objects.
    const isFolder = (name: string) => names.some((other) => other.startsWith(`${name}/`));
    expect(names.filter((name) => name.includes(id) && !isFolder(name))).toHaveLength(1);
    await service.stop();
  },
  TEST_MS,
);
