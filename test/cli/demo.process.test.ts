import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { PROGRAM } from "../servers/service.ts";

const START_MS = 180_000;
/** What a shell of somebody who runs a real service may hold: the demo must leave all of it alone. */
const REAL_SERVICE = {
  CATALOGD_DATA_DIR: "/nowhere/data",
  CATALOGD_DATABASE_URL: "http://127.0.0.1:9",
  CATALOGD_S3_ENDPOINT: "http://127.0.0.1:9",
  CATALOGD_MEILISEARCH_URL: "http://127.0.0.1:9",
};
/** Somebody has the port that it would take. */
const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("taken") });

/** `catalogd demo`, run once for all tests: every call is one that a client could make. */
const demo = { said: "", child: undefined as ReturnType<typeof start> | undefined };
const start = () =>
  Bun.spawn(["setpriv", "--pdeathsig", "KILL", ...PROGRAM, "demo"], {
    env: { ...process.env, ...REAL_SERVICE, CATALOGD_PORT: String(taken.port) },
    stdout: "pipe",
    stderr: "inherit",
  });

beforeAll(async () => {
  demo.child = start();
  const decoder = new TextDecoder();
  for await (const text of demo.child.stdout) {
    demo.said += decoder.decode(text, { stream: true });
    if (demo.said.includes("goes when you stop")) break;
  }
}, START_MS);
afterAll(async () => {
  demo.child?.kill(9);
  await taken.stop(true);
});

/** What was printed from one step's title up to the next. */
function step(title: string): string {
  const found = demo.said.split(/\n\d+\. /).find((text) => text.startsWith(title));
  if (found === undefined) throw new Error(`There is no step "${title}" in:\n${demo.said}`);
  return found;
}
const ID = "[0-9a-f-]{36}";
const reported = (label: string) => new RegExp(`${label} +(\\S+)`).exec(demo.said)?.[1] ?? "";

const STEPS: [title: string, shows: (string | RegExp)[]][] = [
  [
    "Import demo-products.csv",
    [
      "POST /api/v1/imports/upload (multipart form: file=@demo-products.csv) → 202",
      'row_count 40; recognised: EAN = "ean", SKU = "sku", Name = "name"',
      /\/save-mapping \{"column_mapping":.* → 200/,
      "products_to_create 40, products_to_update 0, rows_with_errors 0",
      "/start-processing → 202",
      "status completed, processed_rows 40, products_created 40, products_updated 0, failed_rows 0",
    ],
  ],
  [
    "Import it again",
    [
      "products_to_create 0, products_to_update 0",
      "status completed, processed_rows 40, products_created 0, products_updated 0, failed_rows 0",
    ],
  ],
  [
    "Import demo-products-fr.csv",
    [
      'Désignation = "name"',
      '"Désignation":{"field":"name","language":"fr"}',
      "status completed, processed_rows 40, products_created 0, products_updated 40, failed_rows 0",
      "title Chef's knife 20 cm, description ",
      "language fr, title Couteau de chef 20 cm, description Lame en acier inoxydable",
    ],
  ],
  [
    "Import a wrong price, and undo it",
    [
      "products_created 0, products_updated 1, failed_rows 0",
      "/revert?preview=true → 202",
      "is_preview true, products_deleted 0, products_restored 1, products_left 0",
      "is_preview false, products_deleted 0, products_restored 1, products_left 0",
    ],
  ],
  [
    "Let the next price list",
    [
      new RegExp(`/mapping-templates/from-import/${ID} \\{"name":"Price list"\\} → 201`),
      /file=@next-prices\.json, template_id=.*, auto_process=true\) → 202/,
      "status completed, processed_rows 1, products_created 0, products_updated 1, failed_rows 0",
    ],
  ],
  [
    "Search the products",
    [
      /q=wood&per_page=3 → 200\n.*Wood chisel 18 mm {2}score 0\.\d+ .*<em>Wood<\/em>/,
      /q=kinfe&per_page=3 → 200\n.*<em>knife<\/em>/,
      /q=desk%20la&per_page=3 → 200\n.*<em>lamp<\/em>/,
      /GET \/api\/v1\/search\/suggest\?q=kni → 200\n +category {2}Knives\n +product {2}Chef's knife/,
    ],
  ],
  [
    "Count the hits by brand and category",
    [/total \d+\n/, "brand: Hortelan 7, Graine & Cie 3, Lumio 2", "category: Garden 12, Tools 4, Seeds 3"],
  ],
  [
    "Give the chef's knife a picture",
    [
      new RegExp(
        `POST /api/v1/products/${ID}/media/upload \\(multipart form: file=@chef-knife.png, alt_text=.*\\) → 201`,
      ),
      /content_type image\/png, width 640, height 400, size \d+, is_primary true/,
      new RegExp(` url /api/v1/media/${ID}/chef-knife.png\\n`),
      new RegExp(` thumbnail_url /api/v1/media/${ID}/chef-knife.png\\?size=thumb\\n`),
      /chef-knife\.png → 200, image\/png, \d+ bytes\n +640 pixels wide/,
      /\?size=thumb → 200, image\/webp, \d+ bytes\n +200 pixels wide/,
    ],
  ],
  [
    "Watch a competitor's price",
    [
      /POST \/api\/v1\/prices\/check\/[0-9a-f-]{36} → 200/,
      "competitor_name Corner Shop, price 41.9, status ok",
      "competitor_name Corner Shop, price 39.4, status ok",
      "competitor_name Corner Shop, observed_price 39.4, previous_price 41.9, threshold 40",
    ],
  ],
  [
    "Fill a shop",
    [
      /POST \/api\/v1\/connectors\/[0-9a-f-]{36}\/sync\/push-products → 202/,
      "status completed, pushed 40, errors 0; the shop has 40 products",
      "the stock of Chef's knife 20 cm is 5 there, too",
    ],
  ],
  [
    "Let a model write texts",
    [
      "PUT /api/v1/settings/ai-provider",
      "?types=descriptions,seo&auto_apply=false → 200",
      "catalogd demo --model http://127.0.0.1:8080/v1",
      "descriptions <p>A chef's knife for every day",
      /"A chef's knife for every day: .*" ← Title: Chef's knife 20 cm/,
      /confidence \d/,
      "/apply → 200",
      "seo_title Chef's knife for every kitchen",
      /total_cost_usd 0\.00\d+/,
    ],
  ],
  [
    "Give some of them to a partner",
    [
      "/bulk-export",
      "status completed, success_items 3, failed_items 0; the partner has 3 files",
      /\/in\/\d{13}\.json {2}\{"id":"[0-9a-f-]{36}","ean":"\d{13}","label":".+","price_eur":\d/,
    ],
  ],
  [
    "Export the products",
    [
      'POST /api/v1/exports/csv/products {"include_fields":["ean","title","price"]} → 202',
      new RegExp(`GET /api/v1/exports/download/${ID} → 200`),
      "     ean,title,price\n     2100000013012,Chef's knife 20 cm,42.90\n",
      "… 40 products",
    ],
  ],
  [
    "Sell the chef's knife in Swiss francs",
    [
      /step own_price, price 4[\d.]+, currency EUR; step tax, .*; step conversion, price [\d.]+, currency CHF/,
      /new_price [\d.]+, currency CHF, exchange_rate 0\.94, reason undercut_amount/,
      /\/price\?channel=ch → 200\n +price [\d.]+, currency CHF: step price_list/,
    ],
  ],
  [
    "Find products like the chef's knife",
    [
      "There is no AI here",
      /PUT \/api\/v1\/settings\/search-vector .*"base_url":"http:\/\/127\.0\.0\.1:\d+\/v1".* → 200/,
      new RegExp(`GET /api/v1/search/products/${ID}/similar\\?limit=3 → 200.*\\n(?:.* knife .*score 0\\.\\d+\\n){2}`),
      "Try next",
    ],
  ],
];

describe("catalogd demo", () => {
  test.each(STEPS)("%s", (title, shows) => {
    const said = step(title);
    for (const each of shows) {
      if (typeof each === "string") expect(said).toContain(each);
      else expect(said).toMatch(each);
    }
  });

  test("takes a free port when the one of the settings is taken", () => {
    expect(demo.said).toContain(`Port ${taken.port} is taken: the demo uses a free one.`);
    expect(reported("API ")).not.toContain(`:${taken.port}/`);
  });

  test("shows nothing else, and stays running for the owner of the printed key", async () => {
    expect(demo.said.match(/^\d+\. /gm)).toHaveLength(STEPS.length);
    const answer = await fetch(`${reported("API ")}/products`, { headers: { "x-api-key": reported("API key") } });
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { meta: { total: number } }).meta.total).toBe(40);
  });

  test("takes its folder along when it is stopped", async () => {
    const folder = reported("The data is in");
    expect(existsSync(join(folder, "catalogd.db"))).toBe(true);

    demo.child?.kill("SIGTERM");

    expect(await demo.child?.exited).toBe(0);
    expect(existsSync(folder)).toBe(false);
  });
});
