import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { newTenant } from "../harness.ts";
import { sized } from "../sized.ts";
import { dataFile } from "./import-client.ts";
import { type Comparison, importTwice } from "./reference/import-twice.ts";
import { realFile } from "./reference/real-file.ts";

const PLAIN = "catalog_50k.csv";
const CATALOG: Comparison = {
  plan: { mapping: { sku: "sku", ean: "ean", name: "name", brand: "brand", price: "price" } },
  reference: { sku: "sku", names: ["name"], brand: "brand", price: "price" },
};

/** The file with defects that `expected.json` describes, made from the plain one. */
async function mangled(): Promise<Uint8Array> {
  const folder = temporaryFolder();
  const source = join(folder, PLAIN);
  const target = join(folder, "catalog_50k_mangled.csv");
  writeFileSync(source, dataFile(PLAIN));
  const { generator } = realFile("catalog_50k_mangled.csv");
  const script = new URL("../data/gen.ts", import.meta.url).pathname;
  const options = [
    "--in",
    source,
    "--out",
    target,
    "--seed",
    String(generator?.seed),
    "--defects",
    generator?.defects ?? "",
  ];
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, script, "mangle", ...options]);
  if (exitCode !== 0) throw new Error(stderr.toString());
  return new Uint8Array(readFileSync(target));
}

describe("a file of 50,000 rows", () => {
  /** The one with defects has all rows of the plain one, too: it is enough in CI. */
  const FILES: [name: string, content: () => Promise<Uint8Array>, expected: object][] = [
    ["catalog_50k_mangled.csv", mangled, { status: "completed_with_errors" }],
    [PLAIN, async () => dataFile(PLAIN), { products_created: realFile(PLAIN).expected.created }],
  ];
  test.each(FILES.slice(0, sized(1, 2)))(
    "D3-162 D3-169 %s is imported as the reference says, and again without a change",
    async (name, content, expected) => {
      const record = await importTwice(await newTenant(), await content(), realFile(name), CATALOG);
      expect(record).toMatchObject(expected);
    },
    300_000,
  );
});
