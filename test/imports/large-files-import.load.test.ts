import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { newTenant } from "../harness.ts";
import { dataFile } from "./import-client.ts";
import { type Comparison, importTwice } from "./reference/import-twice.ts";
import { realFile } from "./reference/real-file.ts";

const CATALOG: Comparison = {
  plan: { mapping: { sku: "sku", ean: "ean", name: "name", brand: "brand", price: "price" } },
  reference: { sku: "sku", names: ["name"], brand: "brand", price: "price" },
};

/** The file with defects that `expected.json` describes, made from the plain one. */
async function mangled(): Promise<Uint8Array> {
  const folder = temporaryFolder();
  const source = join(folder, "catalog_50k.csv");
  const target = join(folder, "catalog_50k_mangled.csv");
  writeFileSync(source, dataFile("catalog_50k.csv"));
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
  test("D3-162 D3-169 catalog_50k.csv is imported as the reference says, and again without a change", async () => {
    const facts = realFile("catalog_50k.csv");
    const record = await importTwice(await newTenant(), dataFile("catalog_50k.csv"), facts, CATALOG);
    expect(record.products_created).toBe(facts.expected.created);
  }, 300_000);

  test("D3-162 D3-169 catalog_50k_mangled.csv is imported as the reference says, and again without a change", async () => {
    const record = await importTwice(await newTenant(), await mangled(), realFile("catalog_50k_mangled.csv"), CATALOG);
    expect(record.status).toBe("completed_with_errors");
  }, 300_000);
});
