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

const WHY: Record<string, () => DocumentUnreadable> = {
  PasswordException: () => new DocumentUnreadable("documents.encrypted", { kind: "PDF" }),
};

/** The lines of one page in the order in which they are read: a page may say more than a document may. */
async function textOfPage(page: PdfPage): Promise<string> {
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

/** Reads the pages of a PDF one by one, each followed by its end. Throws `DocumentUnreadable`. */
export async function textOfPages(
  bytes: Uint8Array,
  textOf: (page: PdfPage) => Promise<string>,
  { pagesMax = PAGES_MAX, readMs = READ_MS_MAX } = {},
): Promise<string> {
  const bound = boundBuffers();
  try {
    const { getDocumentProxy } = await import("unpdf");
    // No script of the file is ever run: that part of the reader is not there.
    const pdf = await getDocumentProxy(bytes, { stopAtErrors: false, disableFontFace: true, verbosity: 0 });
    if (pdf.numPages > pagesMax) {
      const reason = pagesMax === PAGES_MAX ? "documents.too_many_pages" : "documents.too_many_scans";
      throw new DocumentUnreadable(reason, { limit: pagesMax });
    }
    const endsAtMs = performance.now() + readMs;
    let text = "";
    for (let number = 1; number <= pdf.numPages && text.length < TEXT_MAX; number++) {
      if (performance.now() > endsAtMs) throw new DocumentUnreadable("documents.too_long");
      const page = await pdf.getPage(number);
      text += (await textOf(page)) + PAGE_END;
      page.cleanup();
    }
    await pdf.cleanup();
    // The reader passes over a part that it cannot unpack, and with it over the text of a page.
    if (bound.wasReached()) throw new DocumentUnreadable("documents.part_too_large");
    return text;
  } catch (error) {
    if (error instanceof DocumentUnreadable) throw error;
    if (bound.wasReached()) throw new DocumentUnreadable("documents.part_too_large");
    throw WHY[String(Object(error).name)]?.() ?? new DocumentUnreadable("documents.damaged", { kind: "PDF" });
  } finally {
    bound.lift();
  }
}

/** The text of a PDF, as far as it is there as text. Throws `DocumentUnreadable`. */
export const textOfPdf = (bytes: Uint8Array): Promise<string> => textOfPages(bytes, textOfPage);
