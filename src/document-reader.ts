import { DocumentUnreadable } from "./ai/documents/document-unreadable.ts";
import { extractText } from "./ai/documents/extract-text.ts";
import type { DocumentRead, DocumentToRead } from "./ai/documents/read-isolated.ts";
import { errorText } from "./runtime/error-text.ts";
import { setNiceness } from "./runtime/set-niceness.ts";

declare const self: Worker;

const answer = (read: DocumentRead) => self.postMessage(read);

/** A thread that reads one document: a file that takes too long or too much memory is ended with it. */
self.onmessage = async ({ data: { bytes, ...reading } }: MessageEvent<DocumentToRead>) => {
  setNiceness("on-demand");
  try {
    answer({ text: await extractText(reading, bytes) });
  } catch (error) {
    const isUnreadable = error instanceof DocumentUnreadable;
    // Of an error a thread is sent no more than its message.
    answer(isUnreadable ? { unreadable: { reason: error.reason, params: error.params } } : { fault: errorText(error) });
  }
};
