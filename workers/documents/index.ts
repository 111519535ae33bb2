import { Buffer } from "node:buffer";
import { beginIndex, endIndex, storeChunks } from "../../src/documents/change-documents.ts";
import { chunksOf } from "../../src/documents/chunks.ts";
import { DocumentUnreadable, extractText } from "../../src/documents/extract-text.ts";
import { extensionOf } from "../../src/uploads/file-name.ts";
import type { JobHandler } from "../job.ts";

const AT_ONCE = 200;

/** Reads a document and stores its passages. Interrupted, it begins anew. */
export const indexDocument: JobHandler<"documents.index"> = async ({ documentId: id }, context) => {
  const { commit, services, signal } = context;
  const document = await commit(beginIndex, { id }, "none");
  if (!document) return;
  try {
    const bytes = Buffer.concat(await Array.fromAsync(services.files.read(document.fileKey)));
    const chunks = chunksOf(await extractText(extensionOf(document.fileName), new Uint8Array(bytes)));
    for (let from = 0; from < chunks.length; from += AT_ONCE) {
      signal.throwIfAborted();
      await commit(storeChunks, { id, from, texts: chunks.slice(from, from + AT_ONCE) }, "none");
    }
    await commit(endIndex, { id, count: chunks.length, error: null }, "done");
  } catch (error) {
    if (!(error instanceof DocumentUnreadable)) throw error;
    await commit(endIndex, { id, count: 0, error: error.message }, "done");
  }
};
