import { Buffer } from "node:buffer";
import { invalidBody } from "../../http/output/errors.ts";
import { holdHead } from "../../uploads/hold-head.ts";
import { type ImageFacts, imageFacts } from "./image-facts.ts";

/** Where the size of an image is found at the latest; a JPEG may carry a preview of itself before. */
const HEAD_BYTES = 1024 * 1024;
/** A PDF may begin this late. Source: ISO 32000-1, annex H.3 note 13 */
const PDF_BYTES = 1024;
/** What makes a browser or a server take a file for a page or a program. */
const ACTIVE = /<(?:script|html|body|iframe|\?php|!doctype html)[\s>]/i;
const ACTIVE_LENGTH = 16;
/** A ZIP archive is found from its end: this record, then a comment of at most 65,535 bytes. Source: APPNOTE.TXT 4.3.16 */
const ZIP_END = Buffer.from("PK\u0005\u0006", "latin1");
const ZIP_END_BYTES = 22;
const ZIP_TAIL_BYTES = ZIP_END_BYTES + 65_535;

const notOnlyAnImage = () => invalidBody([{ field: "file", type: "invalid_value", key: "media.not_only_an_image" }]);

function endsAsZip(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf(ZIP_END); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(ZIP_END, at - 1)) {
    const isWhole = at + ZIP_END_BYTES <= tail.byteLength;
    if (isWhole && at + ZIP_END_BYTES + tail.readUInt16LE(at + ZIP_END_BYTES - 2) === tail.byteLength) return true;
  }
  return false;
}

/** Passes bytes on unless they are a page, a program or a ZIP archive as well: throws VALIDATION_FAILED then. */
async function* withoutOthers(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let last: Buffer = Buffer.alloc(0);
  for await (const given of bytes) {
    const chunk = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    // As Latin 1 each byte is one character, so nothing hides between two.
    if (ACTIVE.test(last.toString("latin1", Math.max(0, last.length - ACTIVE_LENGTH)) + chunk.toString("latin1"))) {
      throw notOnlyAnImage();
    }
    last = Buffer.concat([last, chunk]).subarray(-ZIP_TAIL_BYTES);
    yield chunk;
  }
  if (endsAsZip(last)) throw notOnlyAnImage();
}

/**
 * Passes the bytes of an upload on, once their beginning is found to be an image. Throws VALIDATION_FAILED for anything
 * else, also for an image that is a page, a program, a PDF or a ZIP archive as well. `note` is called with its facts.
 */
export const inspectImage = (
  bytes: AsyncIterable<Uint8Array>,
  note: (facts: ImageFacts) => void,
): AsyncIterable<Uint8Array> =>
  holdHead(withoutOthers(bytes), HEAD_BYTES, async (head) => {
    note(await imageFacts(head));
    if (head.subarray(0, PDF_BYTES).includes("%PDF-")) throw notOnlyAnImage();
  });
