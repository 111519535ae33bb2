import { extensionOf } from "../../../uploads/upload-name.ts";
import { bytesAt, type FileSource, spool } from "../file-source.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { inflate, isBomb } from "./inflate.ts";
import type { ZipEntry } from "./open-zip.ts";
import { joinParts, partsOf } from "./parts.ts";

/** What the file of a list lies in. */
export type Container = { kind: "gzip" } | ZipContainer;

interface ZipContainer {
  kind: "zip";
  entry: string;
  isInParts?: true;
  /** JSON or XML files that hold one product each; `entry` is the first of them. */
  isEach?: true;
}

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
/** Of which several may hold one product each. */
const TREES: ReadonlySet<string> = new Set([".json", ".xml"]);
const NAMED_MAX = 10;
const SIZE_BYTES = 4;

const isOurs = ({ name }: ZipEntry) => !/(?:^|\/)(?:__MACOSX\/|\.)|\/$/.test(name);
const withoutFolders = (name: string) => name.slice(name.lastIndexOf("/") + 1);

const dataIn = (entries: readonly ZipEntry[]): ZipEntry[] =>
  entries.filter((entry) => isOurs(entry) && DATA.has(extensionOf(entry.name)));

const withoutNotes = (data: readonly ZipEntry[]) => data.filter(({ name }) => extensionOf(name) !== ".txt");

/** The files that may hold one product each: several of one kind, in the order of their names. */
function productsIn(data: readonly ZipEntry[]): ZipEntry[] {
  const [first, ...others] = withoutNotes(data).toSorted((one, other) =>
    one.name.localeCompare(other.name, "en", { numeric: true }),
  );
  if (!first || others.length === 0) return [];
  const extension = extensionOf(first.name);
  return TREES.has(extension) && others.every(({ name }) => extensionOf(name) === extension) ? [first, ...others] : [];
}

/**
 * Where the list in an archive is: in one file, a text beside it is taken for a note, in numbered parts, or in files of one product
 * each. Throws FileUnreadable.
 */
export async function listIn(entries: readonly ZipEntry[], file: string): Promise<Container> {
  const data = dataIn(entries);
  const isOpen = !data.some(({ isEncrypted }) => isEncrypted);
  const [first] = isOpen ? ((await partsOf(data)) ?? []) : [];
  if (first) return { kind: "zip", entry: first.name, isInParts: true };
  const [product] = isOpen ? productsIn(data) : [];
  if (product) return { kind: "zip", entry: product.name, isEach: true };
  return { kind: "zip", entry: dataEntry(data, file).name };
}

/** What is wrong with an archive of several lists. */
function severalLists(entries: readonly ZipEntry[], file: string): FileUnreadable {
  const names = entries.slice(0, NAMED_MAX).map(({ name }) => name);
  return new FileUnreadable("archive_many_files", { file, names: names.join(", ") });
}

function dataEntry(data: readonly ZipEntry[], file: string): ZipEntry {
  const lists = withoutNotes(data);
  const [found, ...more] = lists.length === 1 ? lists : data;
  if (more.length > 0) throw severalLists(data, file);
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

async function zipped(source: FileSource, wanted: ZipContainer): Promise<OpenSource> {
  const { openZip } = await import("./open-zip.ts");
  const entries = await openZip(source);
  const entry = entries.find(({ name }) => name === wanted.entry);
  if (!entry) throw new FileUnreadable("archive_no_file", { file: source.name });
  const parts = wanted.isInParts ? await partsOf(dataIn(entries)) : undefined;
  return streamed(withoutFolders(entry.name), () => (parts ? joinParts(parts) : entry.read()));
}

/**
 * What is read of each file of an archive that holds one product, in the order of their names. Throws FileUnreadable:
 * archive_many_files where the first holds several, archive_other_form for one that has nothing where the first has its product.
 */
export async function* readEach<T>(
  source: FileSource,
  read: (file: FileSource) => AsyncIterable<T[]>,
): AsyncGenerator<T[]> {
  const { openZip } = await import("./open-zip.ts");
  const products = productsIn(dataIn(await openZip(source)));
  for (const entry of products) {
    const found: T[] = [];
    for await (const batch of read(streamed(withoutFolders(entry.name), () => entry.read()))) {
      found.push(...batch);
      if (found.length > 1) throw severalLists(products, source.name);
    }
    if (found.length === 0) throw new FileUnreadable("archive_other_form", { file: source.name, entry: entry.name });
    yield found;
  }
}
