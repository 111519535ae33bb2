import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { DocumentUnreadable } from "../../src/ai/documents/document-unreadable.ts";
import { readIsolated } from "../../src/ai/documents/read-isolated.ts";
import { temporaryFolder } from "../cleanup.ts";
import { docxOf, pdfOf } from "./files.ts";
import { endlessPdf, HOSTILE, type HostileFile } from "./hostile-files.ts";
import type { DocumentOutcome } from "./read-documents.ts";

/** Above what an ordinary data sheet takes. */
const ABOVE_MB = 256;
/** Where the process itself is watched: it grows while no one looks. */
const WATCHED_MB = 512;
const MEMORY = "too much memory";
const READER = join(import.meta.dir, "read-documents.ts");
const folder = temporaryFolder();
mkdirSync(folder, { recursive: true });

function write(name: string, content: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Reads files in a process of their own, with the memory that a service has. */
async function readInProcess(paths: readonly string[]): Promise<DocumentOutcome[]> {
  const env = { ...process.env, BUN_JSC_forceRAMSize: "402653184" };
  const child = Bun.spawn([process.execPath, READER, ...paths], { env, stdout: "pipe", stderr: "inherit" });
  return (await new Response(child.stdout).json()) as DocumentOutcome[]; // as `read-documents.ts` writes them
}

test("no hostile document takes more than 256 MiB above an ordinary one, and each gets a clear error", async () => {
  const lines = Array.from({ length: 500 }, (_, line) => `Hauteur ${line} cm`);
  const last = write("sheet.pdf", pdfOf(lines));
  const ordinary = await readInProcess([last, write("sheet.docx", docxOf(...lines))]);
  expect(ordinary.map(({ why }) => why)).toEqual([null, null]);
  const usual = Math.max(...ordinary.map(({ peakMb }) => peakMb));

  const put = (files: readonly HostileFile[]) =>
    files.map(([ending, title, make]) => write(`${title.replaceAll(" ", "-")}${ending}`, make()));
  const [watched, bounded] = [true, false].map((is) => HOSTILE.filter(([, , , words]) => (words === MEMORY) === is));
  for (const [files = [], aboveMb] of [
    [bounded, ABOVE_MB],
    [watched, WATCHED_MB],
  ] as const) {
    // All of them in one process, one after the other: nothing of one is left when the next is read.
    const read = await readInProcess([...put(files), last]);
    for (const [index, [, title, , words]] of files.entries()) {
      const { why = null, length = 0, peakMb = 0 } = read[index] ?? {};
      if (words === undefined) expect([title, why, length > 0]).toEqual([title, null, true]);
      // A file that is bounded by its reader may meet the watch of the process first: both say what is wrong.
      else expect([title, why]).toEqual([title, expect.stringMatching(new RegExp(`${words}|${MEMORY}`))]);
      expect([title, peakMb > usual + aboveMb]).toEqual([title, false]);
    }
    expect(read.at(-1)?.why).toBeNull();
  }
}, 180_000);

test("a document that never ends costs its time limit, waiting callers learn why, and one may leave", async () => {
  const bytes = new Uint8Array(endlessPdf());
  const file = () => ({ ending: ".pdf", bytes: bytes.slice() });
  const limits = { readMs: 300, growthBytes: 1024 ** 3 };
  const waiting = readIsolated(file(), new AbortController().signal, limits);
  await expect(waiting).rejects.toThrow(new DocumentUnreadable("documents.too_long"));

  const leaving = new AbortController();
  const left = readIsolated(file(), leaving.signal);
  leaving.abort(new Error("stopped"));
  await expect(left).rejects.toThrow("stopped");
});
