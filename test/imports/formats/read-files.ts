import { createReadStream, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import process, { argv, stdout } from "node:process";
import { analyzeFile } from "../../../src/imports/parse/analyze/analyze-file.ts";
import { detectFile } from "../../../src/imports/parse/detect-file.ts";
import type { FileSource } from "../../../src/imports/parse/file-source.ts";
import { FileUnreadable } from "../../../src/imports/parse/file-unreadable.ts";

/** What reading a file came to. */
export interface Read {
  name: string;
  /** Why it is not read. */
  code: string | null;
  /** Of the file, each reading of it. */
  readBytes: number;
  /** The most memory that this process ever held, in MiB. */
  peakMb: number;
  /** Of a processor, beside any other work of the machine. */
  cpuMs: number;
}

const peakMb = () => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;

async function read(path: string): Promise<Read> {
  const before = process.cpuUsage();
  let readBytes = 0;
  const source: FileSource = {
    name: basename(path),
    sizeBytes: statSync(path).size,
    read: async function* (range) {
      for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024, ...range })) {
        readBytes += chunk.length;
        yield chunk;
      }
    },
  };
  let code: string | null = null;
  try {
    const format = await detectFile(source, { sheet: null });
    await analyzeFile(source, format, { skipHeaderRows: null, enabledLanguages: ["en", "fr"] });
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    code = error.code;
  }
  const { user, system } = process.cpuUsage(before);
  return { name: source.name, code, readBytes, peakMb: peakMb(), cpuMs: (user + system) / 1_000 };
}

// Reads the files that it is given, one after the other, and says of each what that came to.
const all: Read[] = [];
for (const path of argv.slice(2)) all.push(await read(path));
stdout.write(JSON.stringify(all));
