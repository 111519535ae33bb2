import { Buffer } from "node:buffer";
import { extensionOf } from "../../uploads/upload-name.ts";
import { FileUnreadable } from "./file-unreadable.ts";
import { decoderOf } from "./text/code-pages.ts";

/** What a file is by its first bytes. */
export type ContentKind = "text" | "json" | "xml" | "zip" | "gzip" | "xls" | "protected workbook";

const SIGNATURES: readonly (readonly [number[], "zip" | "gzip" | "xls"])[] = [
  [[0x50, 0x4b, 0x03, 0x04], "zip"],
  [[0x50, 0x4b, 0x05, 0x06], "zip"],
  [[0x1f, 0x8b], "gzip"],
  [[0xd0, 0xcf, 0x11, 0xe0], "xls"],
];
const LOOKED_AT = 2048;
/** What a workbook with a password has inside of the old container that Excel puts it in. */
const ENCRYPTED = Buffer.from("EncryptedPackage", "utf16le");
const XML = /^<(?:\?xml|!--|!DOCTYPE|[a-z_][\w.:-]*[\s/>])/i;
const JSON_TEXT = /^(?:\{\s*(?:"|\}|$)|\[\s*(?:[{["\]]|$))/;

function textStart(head: Uint8Array): string {
  const bytes = head.subarray(0, LOOKED_AT);
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] !== 0 && bytes[1] === 0);
  const isWideBig = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[1] !== 0);
  const encoding = isWide ? "utf-16le" : isWideBig ? "utf-16be" : "utf-8";
  return decoderOf(encoding, { strict: false }).decode(bytes).trimStart();
}

/** The kind of a file, under any name; what is neither is a text. */
function contentKind(head: Uint8Array): ContentKind {
  const found = SIGNATURES.find(([start]) => start.every((byte, index) => head[index] === byte))?.[1];
  if (found === "xls") return Buffer.from(head).includes(ENCRYPTED) ? "protected workbook" : "xls";
  if (found) return found;
  const text = textStart(head);
  if (XML.test(text)) return "xml";
  return JSON_TEXT.test(text) ? "json" : "text";
}

/** Whether a file is one of an office program that is read with a password only. */
export const isProtectedOffice = (bytes: Uint8Array): boolean => contentKind(bytes) === "protected workbook";

/** What a file may be by the ending of its name; one without an ending may be anything. */
const BY_ENDING: Record<string, readonly ContentKind[]> = {
  ".csv": ["text"],
  ".tsv": ["text"],
  ".txt": ["text", "json", "xml"],
  ".json": ["json"],
  ".ndjson": ["json"],
  ".jsonl": ["json"],
  ".xml": ["xml"],
  ".xlsx": ["zip"],
  ".xlsm": ["zip"],
  ".ods": ["zip"],
  ".zip": ["zip"],
  ".gz": ["gzip"],
};
/** What people call them. */
const SHOWN: Record<ContentKind, string> = {
  text: "text",
  json: "JSON",
  xml: "XML",
  zip: "ZIP/XLSX",
  gzip: "GZIP",
  xls: "XLS",
  "protected workbook": "XLSX",
};

/**
 * What a file is, held against the ending of its name. Throws FileUnreadable: old_workbook, workbook_protected, and
 * wrong_extension for one that is not what it is called.
 */
export function kindOfFile(name: string, head: Uint8Array): Exclude<ContentKind, "xls" | "protected workbook"> {
  const kind = contentKind(head);
  if (kind === "protected workbook") throw new FileUnreadable("workbook_protected", { file: name });
  if (kind === "xls") throw new FileUnreadable("old_workbook", { file: name });
  const extension = extensionOf(name);
  const allowed = BY_ENDING[extension] ?? [kind];
  if (!allowed.includes(kind))
    throw new FileUnreadable("wrong_extension", { file: name, extension, kind: SHOWN[kind] });
  return kind;
}
