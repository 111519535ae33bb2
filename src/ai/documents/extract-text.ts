import { Buffer } from "node:buffer";
import { isProtectedOffice } from "../../imports/parse/content-kind.ts";
import { replaceTags } from "../../text/plain-text.ts";
import { PAGE_END } from "./chunks.ts";
import { DocumentUnreadable } from "./document-unreadable.ts";

/** Files that are one picture. */
export const PICTURE_ENDINGS: readonly string[] = [".png", ".jpg", ".jpeg", ".webp"];
/** More text than a data sheet has: what comes behind is not read. */
const TEXT_MAX = 5_000_000;
/** Of a file that is text as it stands: in UTF-8 a letter has four bytes at most. */
const TEXT_BYTES_MAX = 4 * TEXT_MAX;
/** Of the one part of a DOCX that is read, unpacked. */
const XML_BYTES_MAX = 20 * 1024 * 1024;

export const DOCUMENT_ENDINGS = [
  ...[".pdf", ".docx", ".xlsx", ".txt", ".md", ".html", ".csv"],
  ...PICTURE_ENDINGS,
] as const;

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const decode = (text: string) =>
  text.replaceAll(/&(#\d{1,7}|#x[0-9a-f]{1,6}|\w{2,5});/gi, (whole, name: string) => {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    if (name.startsWith("#")) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    return ENTITIES[name.toLowerCase()] ?? whole;
  });

/** Which UTF-16 a text is in: by its mark, or by the zeros beside its letters. */
function utf16Of([one, two, three, four]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if ((one === 0xff && two === 0xfe) || (one !== 0 && two === 0 && three !== 0 && four === 0)) return "utf-16le";
  return (one === 0xfe && two === 0xff) || (one === 0 && two !== 0 && three === 0 && four !== 0)
    ? "utf-16be"
    : undefined;
}

/** UTF-8, UTF-16, or what Windows writes. */
function textOf(bytes: Uint8Array): string {
  const head = bytes.subarray(0, TEXT_BYTES_MAX);
  const wide = utf16Of(head);
  if (wide) return new TextDecoder(wide).decode(head);
  try {
    // Its last letter may be cut.
    return new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: bytes.length > head.length });
  } catch {
    return new TextDecoder("windows-1252").decode(head);
  }
}

const HIDDEN = /<(script|style|template|noscript|svg)\b/gi;

/** HTML without what no reader sees. In one pass: an element that is never closed hides the rest. */
function visibleOf(html: string): string {
  // Letters of other alphabets can become longer, and places must stay.
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const parts: string[] = [];
  let from = 0;
  HIDDEN.lastIndex = 0;
  for (let open = HIDDEN.exec(lower); open; open = HIDDEN.exec(lower)) {
    parts.push(html.slice(from, open.index));
    const close = lower.indexOf(`</${open[1]}`, open.index);
    if (close < 0) return parts.join(" ");
    from = close;
    HIDDEN.lastIndex = close;
  }
  return [...parts, html.slice(from)].join(" ");
}

const LINE_ENDS = /<\/(?:p|div|li|tr|h[1-6]|section|article|table|ul|ol|dd|dt)\s*>|<br\s*\/?>/gi;
const CELL_ENDS = /<\/t[dh]\s*>/gi;

/** The text of a page: a line for each block and row. */
export function textOfHtml(html: string): string {
  const visible = visibleOf(html.slice(0, 2 * TEXT_MAX));
  return decode(replaceTags(visible.replaceAll(CELL_ENDS, " | ").replaceAll(LINE_ENDS, "\n"), " "));
}

async function textOfDocx(bytes: Uint8Array): Promise<string> {
  const { unzipSync } = await import("fflate");
  let isTooLarge = false;
  const isBody = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (name !== "word/document.xml") return false;
    isTooLarge = originalSize > XML_BYTES_MAX;
    return !isTooLarge;
  };
  let body: Uint8Array | undefined;
  try {
    // It unpacks no more than the declared size, which was looked at.
    body = unzipSync(bytes, { filter: isBody })["word/document.xml"];
  } catch {
    throw new DocumentUnreadable("documents.damaged", { kind: "DOCX" });
  }
  if (isTooLarge) throw new DocumentUnreadable("documents.text_too_large");
  if (!body) throw new DocumentUnreadable("documents.damaged", { kind: "DOCX" });
  const xml = Buffer.from(body).toString("utf8");
  const lines = xml
    .replaceAll(/<\/w:tc>/g, " | ")
    .replaceAll(/<\/w:p>|<w:br\/>/g, "\n")
    .replaceAll(/<w:tab\/>/g, "\t");
  return decode(replaceTags(lines, ""));
}

/** How a document is read. */
export interface ReadingAs {
  /** Of its name. */
  ending: string;
  /** What its pictures say, where it has no text: the languages in which they may. */
  ocr?: readonly string[];
}

async function rawText({ ending, ocr }: ReadingAs, bytes: Uint8Array): Promise<string> {
  if (PICTURE_ENDINGS.includes(ending)) return (await import("./read-scan.ts")).textOfPicture(bytes, ocr ?? []);
  if (ending === ".pdf") {
    return ocr
      ? (await import("./read-scan.ts")).textOfScan(bytes, ocr)
      : (await import("./read-pdf.ts")).textOfPdf(bytes);
  }
  if ((ending === ".docx" || ending === ".xlsx") && isProtectedOffice(bytes)) {
    throw new DocumentUnreadable("documents.encrypted", { kind: ending.slice(1).toUpperCase() });
  }
  if (ending === ".docx") return textOfDocx(bytes);
  if (ending === ".xlsx") return (await import("./read-workbook.ts")).textOfWorkbook(bytes, TEXT_MAX);
  const text = textOf(bytes);
  return ending === ".html" ? textOfHtml(text) : text;
}

/** The text of a document, with its lines. Throws `DocumentUnreadable`. */
export async function extractText(reading: ReadingAs, bytes: Uint8Array): Promise<string> {
  const text = (await rawText(reading, bytes)).slice(0, TEXT_MAX).toWellFormed();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
  const clean = text.replaceAll(/[\u0000-\u0008\u000b\u000d-\u001f\u007f]/g, " ").replaceAll(/[^\S\n\f]+/g, " ");
  const lines = clean
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    // Without an end of a page: they are counted.
    .replaceAll(/ ?\f ?/g, PAGE_END)
    .replaceAll(/^[ \n]+|[ \n]+$/g, "");
  if (lines.trim() === "") throw new DocumentUnreadable(reading.ocr ? "documents.no_text_seen" : "documents.no_text");
  return lines;
}
