import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { applyChunk } from "../../src/imports/apply-chunk.ts";
import { newTenant, runJobs } from "../harness.ts";

const run = applyChunk.run;
let spent = 0,
  cpu = 0;
const timers: Record<string, number> = {};
(applyChunk as any).run = async (...a: any[]) => {
  const tx = a[0];
  const wrap = (n: string) => async (sql: string, args: any, read: any) => {
    const t = process.cpuUsage();
    try {
      return await tx[n](sql, args, read);
    } finally {
      const d = process.cpuUsage(t);
      const k = n + " " + sql.trim().replace(/\s+/g, " ").slice(0, 60);
      timers[k] = (timers[k] ?? 0) + (d.user + d.system) / 1000;
    }
  };
  a[0] = {
    ...tx,
    all: wrap("all"),
    first: wrap("first"),
    one: wrap("one"),
    run: wrap("run"),
    runMany: wrap("runMany"),
  };
  const t = performance.now();
  const c = process.cpuUsage();
  try {
    return await (run as any)(...a);
  } finally {
    spent += performance.now() - t;
    const d = process.cpuUsage(c);
    cpu += (d.user + d.system) / 1000;
  }
};
test("try", async () => {
  const t = await newTenant();
  const csv = gunzipSync(readFileSync("test/data/catalog_50k.csv.gz"));
  for (let round = 0; round < 2; round++) {
    const form = new FormData();
    form.set("file", new File([csv], "catalog_50k.csv"));
    let t1 = performance.now();
    const up = await t.post("/imports/upload", form);
    console.log("upload ms", performance.now() - t1);
    const id = up.body.id;
    const s = await t.post(`/imports/${id}/save-mapping`, {
      column_mapping: {
        ean: "ean",
        sku: "sku",
        name: "name",
        brand: "brand",
        price: "price",
        description: "description",
        country_of_origin: "country_of_origin",
        image_url: "image_urls",
        category: "category",
      },
      import_options: { create_categories: true },
    });
    t1 = performance.now();
    const dry = (await t.post(`/imports/${id}/dry-run`)).body;
    delete dry.validation_errors;
    console.log("dry ms", performance.now() - t1, JSON.stringify(dry));
    await t.post(`/imports/${id}/start-processing`);
    spent = 0;
    const t0 = performance.now();
    await runJobs();
    const ms = performance.now() - t0;
    console.log("cpu ms", cpu, JSON.stringify(timers, null, 1));
    cpu = 0;
    for (const k in timers) delete timers[k];
    console.log("ms", ms, "writer ms", spent, "us/row", spent / 50, "rows/s seq", (50000 / ms) * 1000);
    const { body } = await t.get(`/imports/${id}`);
    console.log(JSON.stringify(body));
  }
}, 120000);
