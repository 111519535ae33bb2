import { Buffer } from "node:buffer";
import { invalidBody } from "../../http/output/errors.ts";
import type { Language } from "../../http/output/messages.ts";
import { readForm } from "../../uploads/read-form.ts";
import { detectFormat, sampleRows } from "../parse/file-format.ts";
import { fileProblem } from "./file-kinds.ts";
import { asImportError } from "./unreadable.ts";

const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_ROWS = 5;

/** The first 64 KiB of a stream; the rest is read for nothing. */
async function takeSample(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    if (size < SAMPLE_BYTES) chunks.push(chunk);
    size += chunk.byteLength;
  }
  return Buffer.concat(chunks).subarray(0, SAMPLE_BYTES);
}

/** Says how a file would be read, by its beginning. Keeps nothing. Throws VALIDATION_FAILED, IMPORT_PARSE_FAILED. */
export async function detectUpload(request: Request, language: Language) {
  const { file } = await readForm(request, (_, bytes) => takeSample(bytes));
  if (!file || file.name === "") {
    throw invalidBody([{ field: "file", type: "missing", key: "uploads.file_missing" }]);
  }
  const problem = fileProblem(file.name);
  if (problem) throw invalidBody([problem]);
  try {
    const format = detectFormat(file.content);
    return {
      encoding: format.encoding,
      delimiter: format.delimiter,
      encoding_confidence: format.encodingConfidence,
      sample_rows: sampleRows(file.content, format, SAMPLE_ROWS),
    };
  } catch (error) {
    throw asImportError(error, language);
  }
}
