import { Buffer } from "node:buffer";
import type { ZipEntry } from "./open-zip.ts";

const NUMBERED = /^(.*?)(\d{1,9})(\.(?:csv|tsv|txt))$/i;
const LINE_END = 0x0a;
const BOM = Buffer.from("\uFEFF");
/** No header is longer. */
const HEADER_BYTES = 256 * 1024;

/** The bytes of a part without its byte order mark; its first line comes alone. */
async function* lineFirst(part: ZipEntry): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of part.read()) {
    if (!head) {
      yield Buffer.from(chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf(LINE_END);
    if (end < 0 && head.length < HEADER_BYTES) continue;
    yield* cutAt(head, end + 1);
    head = undefined;
  }
  if (head) yield* cutAt(head, head.length);
}

function* cutAt(head: Buffer, end: number): Generator<Buffer> {
  const start = head.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  yield head.subarray(start, end);
  yield head.subarray(end);
}

async function headerOf(part: ZipEntry): Promise<string> {
  for await (const line of lineFirst(part)) return line.toString("latin1").replace(/\r?\n$/, "");
  return "";
}

/** Files that differ by a number alone, which counts up by one, such as `products_0001.csv` and `products_0002.csv`. */
function inSeries(entries: readonly ZipEntry[]): ZipEntry[] | undefined {
  const numbered = entries.map((entry) => {
    const [, stem = "", digits = "", ending = ""] = NUMBERED.exec(entry.name) ?? [];
    return { entry, kind: stem + ending.toLowerCase(), number: digits === "" ? Number.NaN : Number(digits) };
  });
  const sorted = numbered.toSorted((one, other) => one.number - other.number);
  const [first] = sorted;
  const isSeries = sorted.every(({ kind, number }, at) => kind === first?.kind && number === first.number + at);
  return isSeries ? sorted.map(({ entry }) => entry) : undefined;
}

/** The parts of one list in their order, as our exports cut it, each with the same header. `undefined` for other files. */
export async function partsOf(entries: readonly ZipEntry[]): Promise<ZipEntry[] | undefined> {
  const [first, ...others] = inSeries(entries) ?? [];
  if (!first || others.length === 0) return undefined;
  const header = await headerOf(first);
  for (const part of others) if ((await headerOf(part)) !== header) return undefined;
  return [first, ...others];
}

/** Parts as one list: the header comes once. */
export async function* joinParts(parts: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  let last: number | undefined = LINE_END;
  for (const [at, part] of parts.entries()) {
    // The part before may have ended without a line end.
    if (last !== LINE_END) yield Buffer.of(LINE_END);
    let isHeader = true;
    for await (const chunk of lineFirst(part)) {
      const isLeftOut = isHeader && at > 0;
      isHeader = false;
      if (chunk.length === 0) continue;
      last = chunk.at(-1);
      if (!isLeftOut) yield chunk;
    }
  }
}
