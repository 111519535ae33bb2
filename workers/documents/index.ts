import type { AiDocument } from "../../db/documents/documents.ts";
import { beginIndex, endIndex, storeChunks } from "../../src/ai/documents/change-documents.ts";
import { chunksOf, pagesOf } from "../../src/ai/documents/chunks.ts";
import { DocumentUnreadable, storedReason } from "../../src/ai/documents/document-unreadable.ts";
import { PICTURE_ENDINGS } from "../../src/ai/documents/extract-text.ts";
import { readIsolated } from "../../src/ai/documents/read-isolated.ts";
import { mayBeScan } from "../../src/ai/documents/read-pdf.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { findLanguages } from "../../src/settings/languages.ts";
import { extensionOf } from "../../src/uploads/upload-name.ts";

const AT_ONCE = 200;

/** A stored file, whole. */
async function bytesOf(
  { files }: Pick<ThreadServices, "files">,
  { fileKey, sizeBytes }: AiDocument,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for await (const chunk of files.read(fileKey)) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** What a PDF says as text where its pictures cannot be read; `undefined`: it says nothing as text. */
async function typedText(read: () => Promise<string>): Promise<string | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DocumentUnreadable && error.reason === "documents.no_text") return undefined;
    throw error;
  }
}

/** The text of a document: what stands in it, and what is recognised on its pages. Throws `DocumentUnreadable`. */
async function textOf(document: AiDocument, { services, db, signal }: JobContext<"documents.index">): Promise<string> {
  const ending = extensionOf(document.fileName);
  const read = async (ocr?: string[]) =>
    readIsolated({ ending, ...(ocr && { ocr }), bytes: await bytesOf(services, document) }, signal);
  const recognise = async () => read([document.language ?? (await findLanguages(db)).pivot]);
  if (PICTURE_ENDINGS.includes(ending)) return recognise();
  if (ending !== ".pdf") return read();
  const typed = await typedText(read);
  if (typed === undefined) return recognise();
  if (!pagesOf(typed).some(mayBeScan)) return typed;
  return recognise().catch((error) => {
    if (error instanceof DocumentUnreadable) return typed;
    throw error;
  });
}

/** Reads a document and stores its passages. Interrupted, it starts again. */
export const indexDocument: JobHandler<"documents.index"> = async ({ documentId: id }, context) => {
  const { commit, signal } = context;
  const document = await commit(beginIndex, { id }, "none");
  if (!document) return;
  try {
    const chunks = chunksOf(await textOf(document, context));
    for (let from = 0; from < chunks.length; from += AT_ONCE) {
      signal.throwIfAborted();
      await commit(storeChunks, { id, from, passages: chunks.slice(from, from + AT_ONCE) }, "none");
    }
    await commit(endIndex, { id, count: chunks.length, error: null }, "done");
  } catch (error) {
    if (!(error instanceof DocumentUnreadable)) throw error;
    await commit(endIndex, { id, count: 0, error: storedReason(error) }, "done");
  }
};
