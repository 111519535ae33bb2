import { Buffer } from "node:buffer";
import { replaceTags } from "../../text/without-tags.ts";
import { boundBuffers } from "./bound-buffers.ts";
import { PAGE_END } from "./chunks.ts";

/** A file whose text cannot be read, in words for its sender. */
export class DocumentUnreadable extends Error {
  override readonly name = "DocumentUnreadable";
}

/** More text than a data sheet has: what comes behind is not read. */
const TEXT_MAX = 5_000_000;
const PAGES_MAX = 2000;
/** What is looked at between pages; the thread is ended then, but not by every runtime. */
const READ_MS_MAX = 120_000;
/** Of a file that is text as it stands: in UTF-8 a letter has four bytes at most. */
const TEXT_BYTES_MAX = 4 * TEXT_MAX;
/** Of the one part of a DOCX that is read, unpacked. */
const XML_BYTES_MAX = 20 * 1024 * 1024;

export const DOCUMENT_ENDINGS = [".pdf", ".docx", ".txt", ".md", ".html", ".csv"] as const;

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
    throw new DocumentUnreadable("The file is damaged or no DOCX");
  }
  if (isTooLarge) throw new DocumentUnreadable("The text of the file is too large");
  if (!body) throw new DocumentUnreadable("The file is no DOCX");
  const xml = Buffer.from(body).toString("utf8");
  const lines = xml
    .replaceAll(/<\/w:tc>/g, " | ")
    .replaceAll(/<\/w:p>|<w:br\/>/g, "\n")
    .replaceAll(/<w:tab\/>/g, "\t");
  return decode(replaceTags(lines, ""));
}

type PdfDocument = Awaited<ReturnType<typeof import("unpdf")["getDocumentProxy"]>>;

const WHY: Record<string, string> = {
  PasswordException: "The PDF is encrypted: send it without a password",
  InvalidPDFException: "The file is damaged or no PDF",
};

/** The lines of one page, as they come: a page may say more than a document may. */
async function textOfPage(page: Awaited<ReturnType<PdfDocument["getPage"]>>): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  const reader = page.streamTextContent().getReader();
  while (length < TEXT_MAX) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value.items) {
      if (!("str" in item)) continue;
      parts.push(item.str, item.hasEOL ? "\n" : " ");
      length += item.str.length + 1;
    }
  }
  await reader.cancel(new Error("That is enough")).catch(() => undefined);
  page.cleanup();
  return parts.join("") + PAGE_END;
}

async function textOfPages(pdf: PdfDocument): Promise<string> {
  if (pdf.numPages > PAGES_MAX) throw new DocumentUnreadable(`The PDF has more than ${PAGES_MAX} pages`);
  const endsAtMs = performance.now() + READ_MS_MAX;
  let text = "";
  for (let number = 1; number <= pdf.numPages && text.length < TEXT_MAX; number++) {
    if (performance.now() > endsAtMs) throw new DocumentUnreadable("The file takes too long to read");
    text += await textOfPage(await pdf.getPage(number));
  }
  return text;
}

async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const bound = boundBuffers();
  try {
    const { getDocumentProxy } = await import("unpdf");
    // No script of the file is ever run: that part of the reader is not there.
    const pdf = await getDocumentProxy(bytes, { stopAtErrors: false, disableFontFace: true, verbosity: 0 });
    const text = await textOfPages(pdf);
    await pdf.cleanup();
    // The reader passes over a part that it cannot unpack, and with it over the text of a page.
    if (bound.wasReached()) throw new DocumentUnreadable("A part of the PDF is too large");
    return text;
  } catch (error) {
    if (error instanceof DocumentUnreadable) throw error;
    if (bound.wasReached()) throw new DocumentUnreadable("A part of the PDF is too large");
    throw new DocumentUnreadable(WHY[String(Object(error).name)] ?? "The PDF cannot be read");
  } finally {
    bound.lift();
  }
}

async function rawText(ending: string, bytes: Uint8Array): Promise<string> {
  if (ending === ".pdf") return textOfPdf(bytes);
  if (ending === ".docx") return textOfDocx(bytes);
  const text = textOf(bytes);
  return ending === ".html" ? textOfHtml(text) : text;
}

/** The text of a document by the ending of its name, with its lines. Throws `DocumentUnreadable`. */
export async function extractText(ending: string, bytes: Uint8Array): Promise<string> {
  const text = (await rawText(ending, bytes)).slice(0, TEXT_MAX).toWellFormed();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
  const clean = text.replaceAll(/[\u0000-\u0008\u000b\u000d-\u001f\u007f]/g, " ").replaceAll(/[^\S\n\f]+/g, " ");
  const lines = clean
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    // Without an end of a page: they are counted.
    .replaceAll(/ ?\f ?/g, PAGE_END)
    .replaceAll(/^[ \n]+|[ \n]+$/g, "");
  if (lines.trim() === "")
    throw new DocumentUnreadable("The file holds no text; a scanned page must be read by OCR first");
  return lines;
}
