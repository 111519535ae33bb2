import { boundBuffers } from "./bound-buffers.ts";
import { PAGE_END } from "./chunks.ts";
import { DocumentUnreadable } from "./document-unreadable.ts";
import { type Piece, readingOrder } from "./reading-order.ts";

/** More text than a data sheet has: what comes behind is not read. */
const TEXT_MAX = 5_000_000;
const PAGES_MAX = 2000;
/** What is looked at between pages; the thread is ended then, but not by every runtime. */
const READ_MS_MAX = 120_000;

type PdfDocument = Awaited<ReturnType<typeof import("unpdf")["getDocumentProxy"]>>;
export type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;

/** How pages are read, and what that may take. */
export interface PageReading {
  textOf: (page: PdfPage) => Promise<string>;
  readMs: number;
  /** What one part of the file may unpack to; `undefined`: what suffices for text. */
  partBytesMax?: number;
  /** Why a file is refused of which a part is larger. */
  tooLarge: () => DocumentUnreadable;
}

/** The lines of one page in the order in which they are read: a page may say more than a document may. */
export async function textOfPage(page: PdfPage): Promise<string> {
  const pieces: Piece[] = [];
  let length = 0;
  const reader = page.streamTextContent().getReader();
  while (length < TEXT_MAX) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value.items) {
      if (!("str" in item)) continue;
      const [, , , , x = 0, y = 0] = item.transform as number[]; // a matrix of six
      pieces.push({ text: item.str, x, y, width: item.width, height: item.height, isLast: item.hasEOL });
      length += item.str.length + 1;
    }
  }
  await reader.cancel(new Error("That is enough")).catch(() => undefined);
  return readingOrder(pieces);
}

async function textOfDocument(bytes: Uint8Array, { textOf, readMs }: PageReading): Promise<string> {
  const { getDocumentProxy } = await import("unpdf");
  // No script of the file is ever run: that part of the reader is not there.
  const pdf = await getDocumentProxy(bytes, { stopAtErrors: false, disableFontFace: true, verbosity: 0 });
  if (pdf.numPages > PAGES_MAX) throw new DocumentUnreadable("documents.too_many_pages", { limit: PAGES_MAX });
  const endsAtMs = performance.now() + readMs;
  let text = "";
  for (let number = 1; number <= pdf.numPages && text.length < TEXT_MAX; number++) {
    if (performance.now() > endsAtMs) throw new DocumentUnreadable("documents.too_long");
    const page = await pdf.getPage(number);
    text += (await textOf(page)) + PAGE_END;
    page.cleanup();
  }
  await pdf.cleanup();
  return text;
}

/** What is wrong with a file that the reader gave up. */
function whyOf(error: unknown): DocumentUnreadable {
  if (error instanceof DocumentUnreadable) return error;
  const isEncrypted = Object(error).name === "PasswordException";
  return new DocumentUnreadable(isEncrypted ? "documents.encrypted" : "documents.damaged", { kind: "PDF" });
}

/** Reads the pages of a PDF one by one, each followed by its end. Throws `DocumentUnreadable`. */
export async function textOfPages(bytes: Uint8Array, reading: PageReading): Promise<string> {
  const bound = boundBuffers(reading.partBytesMax);
  let text = "";
  let failed: unknown;
  try {
    text = await textOfDocument(bytes, reading);
  } catch (error) {
    failed = whyOf(error);
  } finally {
    bound.lift();
  }
  // The reader passes over a part that it cannot unpack, and with it over the text of a page.
  if (bound.wasReached()) throw reading.tooLarge();
  if (failed) throw failed;
  return text;
}

/** The text of a PDF, as far as it is there as text. Throws `DocumentUnreadable`. */
export const textOfPdf = (bytes: Uint8Array): Promise<string> =>
  textOfPages(bytes, {
    textOf: textOfPage,
    readMs: READ_MS_MAX,
    tooLarge: () => new DocumentUnreadable("documents.part_too_large"),
  });

/** A page with fewer letters may be a scan with a line that the scanner wrote. */
const TYPED_LETTERS = 60;
export const mayBeScan = (page: string): boolean => page.replaceAll(/\s/g, "").length < TYPED_LETTERS;
