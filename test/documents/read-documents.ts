import { readFileSync } from "node:fs";
import process, { argv, stdout } from "node:process";
import { DocumentUnreadable } from "../../src/ai/documents/document-unreadable.ts";
import { readIsolated } from "../../src/ai/documents/read-isolated.ts";

/** What reading a document came to. */
export interface DocumentOutcome {
  path: string;
  /** Why it is not read. */
  why: string | null;
  /** Of its text. */
  length: number;
  /** The most memory that this process ever held, in MiB. */
  peakMb: number;
}

const peakMb = () => Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024);

async function read(path: string): Promise<DocumentOutcome> {
  const outcome = { path, why: null as string | null, length: 0 };
  try {
    const bytes = new Uint8Array(readFileSync(path));
    const file = { ending: /\.\w+$/.exec(path)?.[0] ?? "", bytes };
    outcome.length = (await readIsolated(file, new AbortController().signal)).length;
  } catch (error) {
    if (!(error instanceof DocumentUnreadable)) throw error;
    outcome.why = error.message;
  }
  return { ...outcome, peakMb: peakMb() };
}

// Reads the documents that it is given, one after the other, and says of each what that came to.
const all: DocumentOutcome[] = [];
for (const path of argv.slice(2)) all.push(await read(path));
stdout.write(JSON.stringify(all));
process.exit(0);
