import { extensionOf } from "../../../uploads/upload-name.ts";
import { bytesAt, type FileSource, spool } from "../file-source.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { inflate, isBomb } from "./inflate.ts";
import type { ZipEntry } from "./open-zip.ts";
import { joinParts, partsOf } from "./parts.ts";

/** What the file of a list lies in. */
export type Container = { kind: "gzip" } | { kind: "zip"; entry: string; isInParts?: true };

/** A file that is open; all its files are deleted once it is disposed of. */
export type OpenSource = FileSource & AsyncDisposable;

const DATA: ReadonlySet<string> = new Set([
  ".csv",
  ".tsv",
  ".txt",
  ".json",
  ".ndjson",
  ".jsonl",
  ".xml",
  ".xlsx",
  ".xlsm",
  ".ods",
]);
const NAMED_MAX = 10;
const SIZE_BYTES = 4;

const isOurs = ({ name }: ZipEntry) => !/(?:^|\/)(?:__MACOSX\/|\.)|\/$/.test(name);
const withoutFolders = (name: string) => name.slice(name.lastIndexOf("/") + 1);

const dataIn = (entries: readonly ZipEntry[]): ZipEntry[] =>
  entries.filter((entry) => isOurs(entry) && DATA.has(extensionOf(entry.name)));

/** Where the list in an archive is: in one file, a text beside it is taken for a note, or in numbered parts. Throws FileUnreadable. */
export async function listIn(entries: readonly ZipEntry[], file: string): Promise<Container> {
  const data = dataIn(entries);
  const [first] = data.some(({ isEncrypted }) => isEncrypted) ? [] : ((await partsOf(data)) ?? []);
  return first
    ? { kind: "zip", entry: first.name, isInParts: true }
    : { kind: "zip", entry: dataEntry(data, file).name };
}

function dataEntry(data: readonly ZipEntry[], file: string): ZipEntry {
  const withoutNotes = data.filter(({ name }) => extensionOf(name) !== ".txt");
  const [found, ...more] = withoutNotes.length === 1 ? withoutNotes : data;
  if (more.length > 0) {
    const names = data.slice(0, NAMED_MAX).map(({ name }) => name);
    throw new FileUnreadable("archive_many_files", { file, names: names.join(", ") });
  }
  if (!found) throw new FileUnreadable("archive_no_file", { file });
  if (found.isEncrypted) throw new FileUnreadable("archive_protected", { file: found.name });
  return found;
}

const nothingToDo = async () => undefined;

/** A source that comes from one end to the other only. */
function streamed(name: string, read: () => AsyncIterable<Uint8Array>): OpenSource {
  return { name, sizeBytes: 0, read, [Symbol.asyncDispose]: nothingToDo };
}

/**
 * Opens what lies in a file; `isRandom` when it is to be read here and there: it is unpacked into a nameless file then.
 * Throws FileUnreadable.
 */
export async function unpack(
  source: FileSource,
  container: Container | null,
  { isRandom }: { isRandom: boolean },
): Promise<OpenSource> {
  if (container === null) return { ...source, [Symbol.asyncDispose]: nothingToDo };
  const inner = container.kind === "gzip" ? await gunzipped(source) : await zipped(source, container);
  return isRandom ? spool(inner.name, inner.read()) : inner;
}

async function gunzipped(source: FileSource): Promise<OpenSource> {
  const file = source.name;
  await refuseBomb(source);
  return streamed(file.replace(/\.gz$/i, ""), () => inflate(source.read(), { kind: "gzip", file }));
}

/**
 * Its last bytes say how large it is unpacked (RFC 1952, 2.3.1), unless it is cut off: where they claim too much it is
 * unpacked once as a test, which distinguishes the two before any row is made of it.
 */
async function refuseBomb(source: FileSource): Promise<void> {
  if (source.mayBeCut || source.sizeBytes < SIZE_BYTES) return;
  const bytes = await bytesAt(source, source.sizeBytes - SIZE_BYTES, SIZE_BYTES);
  if (!isBomb(source.sizeBytes, bytes.readUInt32LE())) return;
  for await (const _ of inflate(source.read(), { kind: "gzip", file: source.name }));
}

async function zipped(source: FileSource, wanted: Extract<Container, { kind: "zip" }>): Promise<OpenSource> {
  const { openZip } = await import("./open-zip.ts");
  const entries = await openZip(source);
  const entry = entries.find(({ name }) => name === wanted.entry);
  if (!entry) throw new FileUnreadable("archive_no_file", { file: source.name });
  const parts = wanted.isInParts ? await partsOf(dataIn(entries)) : undefined;
  return streamed(withoutFolders(entry.name), () => (parts ? joinParts(parts) : entry.read()));
}
