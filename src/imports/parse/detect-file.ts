import { openZip } from "./archive/open-zip.ts";
import { type Container, listIn, type OpenSource, unpack } from "./archive/unpack.ts";
import { kindOfFile } from "./content-kind.ts";
import { detectFormat } from "./csv/detect-format.ts";
import type { FileFormat } from "./file-format.ts";
import { type FileSource, headOf } from "./file-source.ts";
import { FileUnreadable } from "./file-unreadable.ts";
import { detectJson } from "./json/detect-json.ts";
import { isOds } from "./ods/open-ods.ts";
import { detectOds } from "./ods/read-ods.ts";
import { decoderOf } from "./text/code-pages.ts";
import { detectEncoding } from "./text/encoding.ts";
import type { Looking } from "./tree/wanted-place.ts";
import { detectSheet } from "./xlsx/read-xlsx.ts";
import { detectXml, xmlEncoding } from "./xml/detect-xml.ts";

const NO_LAYOUT = { skipHeaderRows: 0, hasHeader: false, delimiter: null } as const;
const WORKBOOK_PART = /^\/?(?:\[Content_Types\]\.xml|xl\/)/i;

type Workbook = "xlsx" | "ods";

const isWorkbook = (found: Container | Workbook): found is Workbook => typeof found === "string";

/** What a file is, and what it lies in. */
interface Nature {
  container: Container | null;
  kind: "text" | "json" | "xml" | Workbook;
}

async function natureOf(source: FileSource): Promise<Nature> {
  const outer = kindOfFile(source.name, await requireHead(source));
  if (outer !== "zip" && outer !== "gzip") return { container: null, kind: outer };
  const container = outer === "gzip" ? ({ kind: "gzip" } as const) : await zipContainer(source);
  if (isWorkbook(container)) return { container: null, kind: container };
  await using inner = await unpack(source, container, { isRandom: false });
  const kind = kindOfFile(inner.name, await requireHead(inner));
  if (kind === "gzip") throw new FileUnreadable("archive_nested", { file: source.name });
  if (kind !== "zip") return { container, kind };
  await using workbook = await unpack(source, container, { isRandom: true });
  const inside = await zipContainer(workbook);
  if (isWorkbook(inside)) return { container, kind: inside };
  throw new FileUnreadable("archive_nested", { file: source.name });
}

async function zipContainer(source: FileSource): Promise<Container | Workbook> {
  const entries = await openZip(source);
  if (entries.some(({ name }) => WORKBOOK_PART.test(name))) return "xlsx";
  if (await isOds(entries)) return "ods";
  if (/\.xls[xm]$/i.test(source.name)) throw new FileUnreadable("workbook_broken", { file: source.name, part: "xl/" });
  if (/\.ods$/i.test(source.name))
    throw new FileUnreadable("workbook_broken", { file: source.name, part: "content.xml" });
  return listIn(entries, source.name);
}

async function requireHead(source: FileSource): Promise<Uint8Array> {
  const head = await headOf(source.read());
  if (head.length === 0) throw new FileUnreadable("empty_file");
  return head;
}

/**
 * Finds out how a file is to be read, for any format. `sheet` is the requested sheet. Throws FileUnreadable for what no
 * list can be read from, with what is wrong and where.
 */
export async function detectFile(
  source: FileSource,
  { sheet, ...looking }: { sheet: string | null } & Looking,
): Promise<FileFormat> {
  const { container, kind } = await natureOf(source);
  await using inner = await unpack(source, container, { isRandom: kind === "xlsx" || kind === "ods" });
  return { ...(await formatOf(inner, kind, { sheet, ...looking })), container };
}

async function formatOf(
  inner: OpenSource,
  kind: Nature["kind"],
  { sheet, ...looking }: { sheet: string | null } & Looking,
) {
  if (kind === "xlsx" || kind === "ods") {
    const found = await (kind === "xlsx" ? detectSheet : detectOds)(inner, sheet);
    return { ...found, encoding: null, encodingConfidence: 1, delimiter: null, skipHeaderRows: 0, hasHeader: true };
  }
  const head = await requireHead(inner);
  if (kind === "text") return detectFormat(head);
  const found = wideOrUtf8(head);
  if (kind === "xml")
    return { ...(await detectXml(inner, xmlEncoding(head, found, inner.name), looking)), ...NO_LAYOUT };
  const text = decoderOf(found.encoding, { strict: false }).decode(head);
  return { ...(await detectJson(inner, text, found, looking)), ...NO_LAYOUT };
}

/** Texts that show their encoding otherwise are UTF-16 by their zero bytes, or else UTF-8. */
function wideOrUtf8(head: Uint8Array) {
  const { encoding } = detectEncoding(head);
  return { encoding: encoding.startsWith("utf-16") ? encoding : "utf-8", encodingConfidence: 1 };
}
