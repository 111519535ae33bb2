import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import { withVary } from "../gate/credentials/cors.ts";
import { isKnownTag } from "./etag.ts";
import { encodingFor } from "./packing.ts";

const [gzipLater, brotliLater] = [promisify(gzip), promisify(brotliCompress)];

// Each body is compressed once, in another thread: these levels take a second for two megabytes, and no request more.
const PACKERS = {
  br: (text: string) => brotliLater(text, { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: string) => gzipLater(text, { level: 9 }),
};
type Packer = keyof typeof PACKERS;
const OURS = Object.keys(PACKERS) as Packer[]; // the keys above

const TAG_CHARACTERS = 16;

/** A text that is the same for every caller, with its ETag, and its compressed forms as they are needed. */
export interface PreparedBody {
  text: string;
  etag: string;
  packed: Map<Packer, Promise<Uint8Array<ArrayBuffer>>>;
}

/** Prepares a text that many callers get. Its ETag is weak: the compressed forms share it. */
export const prepareBody = (text: string): PreparedBody => ({
  text,
  etag: `W/"${createHash("sha256").update(text).digest("base64url").slice(0, TAG_CHARACTERS)}"`,
  packed: new Map(),
});

function packedBy(encoding: Packer, { text, packed }: PreparedBody): Promise<Uint8Array<ArrayBuffer>> {
  const known = packed.get(encoding);
  if (known !== undefined) return known;
  const made = PACKERS[encoding](text);
  packed.set(encoding, made);
  return made;
}

/** Answers a prepared body, compressed as the caller likes best, or 304 when the caller has it. `headers` has its type. */
export async function answerPrepared(
  request: Request,
  body: PreparedBody,
  headers: Record<string, string>,
): Promise<Response> {
  const all = { ...headers, etag: body.etag, vary: withVary(headers["vary"], "Accept-Encoding") };
  if (isKnownTag(request.headers.get("if-none-match"), body.etag)) {
    const { "content-type": _, ...kept } = all as Record<string, string>;
    return new Response(null, { status: 304, headers: kept });
  }
  const encoding = encodingFor(request, OURS);
  if (encoding !== "br" && encoding !== "gzip") return new Response(body.text, { headers: all });
  return new Response(await packedBy(encoding, body), { headers: { ...all, "content-encoding": encoding } });
}

/** Prepares what `make` gives, at the first call. */
export function preparedOnce(make: () => string | Promise<string>): () => Promise<PreparedBody> {
  let made: Promise<PreparedBody> | undefined;
  return () => {
    made ??= Promise.resolve(make()).then(prepareBody);
    return made;
  };
}
