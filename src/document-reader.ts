import { DocumentUnreadable, extractText } from "./ai/documents/extract-text.ts";
import type { DocumentRead, DocumentToRead } from "./ai/documents/read-isolated.ts";
import { errorText } from "./runtime/error-text.ts";
import { setNiceness } from "./runtime/set-niceness.ts";

declare const self: Worker;

const answer = (read: DocumentRead) => self.postMessage(read);

/** A thread that reads one document: a file that takes too long or too much memory is ended with it. */
self.onmessage = async ({ data: { ending, bytes } }: MessageEvent<DocumentToRead>) => {
  setNiceness("on-demand");
  try {
    answer({ text: await extractText(ending, bytes) });
  } catch (error) {
    answer(error instanceof DocumentUnreadable ? { unreadable: error.message } : { fault: errorText(error) });
  }
};
