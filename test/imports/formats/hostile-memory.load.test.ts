import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../../cleanup.ts";
import { REFUSED } from "./hostile-files.ts";
import { textRow, workbookOf } from "./packages.ts";
import type { Read } from "./read-files.ts";

const ABOVE_MB = 50;
const ROWS = 10_000;
const MILLION = 1_000_000;
const READER = join(import.meta.dir, "read-files.ts");
const folder = temporaryFolder();

/** Lays a file down in a folder of its own, so that it has its name; returns its path. */
function put(place: string, name: string, content: string | Uint8Array): string {
  mkdirSync(join(folder, place));
  const path = join(folder, place, name);
  writeFileSync(path, content);
  return path;
}

/** Reads files in a process of their own, with the memory that a service has. */
async function readApart(paths: readonly string[]): Promise<Read[]> {
  const env = { ...process.env, BUN_JSC_forceRAMSize: "402653184" };
  const child = Bun.spawn([process.execPath, READER, ...paths], { env, stdout: "pipe", stderr: "inherit" });
  return (await new Response(child.stdout).json()) as Read[]; // as `read-files.ts` writes them
}

/** The same list in every format. */
async function lists(): Promise<string[]> {
  const rows = Array.from({ length: ROWS }, (_, row) => ({
    sku: `S-${row}`,
    name: `Product ${row}`,
    price: "12.50",
    text: "Some words about it. ".repeat(10),
  }));
  const texts = rows.map((row) => Object.values(row));
  const header = Object.keys(rows[0] ?? {});
  const element = (row: object) => Object.entries(row).map(([name, text]) => `<${name}>${text}</${name}>`);
  const cells = [header, ...texts].map((row, n) => textRow(n + 1, ...row)).join("");
  return [
    put("list-1", "list.csv", [header, ...texts].map((row) => row.join(",")).join("\n")),
    put("list-2", "list.json", JSON.stringify(rows)),
    put("list-3", "list.xml", `<l>${rows.map((row) => `<p>${element(row).join("")}</p>`).join("")}</l>`),
    put("list-4", "list.xlsx", await workbookOf({ sheets: { A: cells } })),
  ];
}

async function manyStrings(): Promise<string> {
  const sharedStrings = Array.from({ length: MILLION }, (_, n) => `<si><t>Text ${n}</t></si>`).join("");
  const row = (...places: number[]) => `<row>${places.map((n) => `<c t="s"><v>${n}</v></c>`).join("")}</row>`;
  return put("strings", "a.xlsx", await workbookOf({ sheets: { A: row(0, 1) + row(MILLION - 1, 2) }, sharedStrings }));
}

test("no hostile file takes more than 50 MiB above what lists of its formats take", async () => {
  const hostile: string[] = [];
  for (const [index, [, , name, make]] of REFUSED.entries()) hostile.push(put(`${index}`, name, await make()));
  const strings = await manyStrings();

  const normal = await readApart(await lists());
  const read = await readApart([...hostile, strings]);

  expect(normal.map(({ code }) => code)).toEqual([null, null, null, null]);
  expect(read.map(({ code }) => code)).toEqual([...REFUSED.map(([, code]) => code), null]);
  const most = Math.max(...normal.map(({ peakMb }) => peakMb));
  // All of them in one process, one after the other: nothing of one is left when the next is read.
  expect(read.filter(({ peakMb }) => peakMb > most + ABOVE_MB)).toEqual([]);
  // Of the longest string, as of every file, a small part is enough to refuse it.
  const string = read[REFUSED.findIndex(([title]) => title.startsWith("100 MB"))];
  expect(string?.readBytes).toBeLessThan(16 * 1024 * 1024);
});
