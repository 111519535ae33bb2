import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  gzip,
  gzipSync,
  constants as zlib,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";
import Negotiator from "negotiator";
import { withVary } from "../gate/credentials/cors.ts";

/** How a body is compressed: the cheapest first, which is chosen when the caller takes several alike. */
const ENCODINGS = ["zstd", "br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A shorter body goes as it is: it fits into one packet. */
export const PACKED_LENGTH_MIN = 1_024;
/** A shorter text is compressed on the spot, in 0.2 ms at most: a thread of its own would cost more. */
const AT_ONCE_LENGTH = 64 * 1_024;

// The cheapest levels: the next ones save a tenth of the bytes and cost twice as much.
const GZIP = { level: 1 };
const BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } };
const ZSTD = { params: { [zlib.ZSTD_c_compressionLevel]: 1 } };

const AT_ONCE: Record<Encoding, (text: string) => Uint8Array> = {
  gzip: (text) => gzipSync(text, GZIP),
  br: (text) => brotliCompressSync(text, BROTLI),
  zstd: (text) => zstdCompressSync(text, ZSTD),
};
const [gzipLater, brotliLater, zstdLater] = [promisify(gzip), promisify(brotliCompress), promisify(zstdCompress)];
const LATER: Record<Encoding, (text: string) => Promise<Uint8Array>> = {
  gzip: (text) => gzipLater(text, GZIP),
  br: (text) => brotliLater(text, BROTLI),
  zstd: (text) => zstdLater(text, ZSTD),
};

/** Compresses a text; a long one in another thread. */
export const pack = (encoding: Encoding, text: string): Uint8Array | Promise<Uint8Array> =>
  text.length < AT_ONCE_LENGTH ? AT_ONCE[encoding](text) : LATER[encoding](text);

/** The encoding that the caller likes best of ours; `undefined` when it takes none, or wants no compression at all. */
export function encodingFor({ headers, method }: Request, ours: readonly Encoding[] = ENCODINGS): Encoding | undefined {
  const accepted = headers.get("accept-encoding");
  if (accepted === null || method === "HEAD") return undefined;
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted } });
  const [best] = negotiator.encodings([...ours, "identity"], { preferred: [...ours] });
  return ours.find((each) => each === best);
}

/** A compressed body has the meaning of its version and not its bytes: what its ETag says is weak. Source: RFC 9110, 8.8.3 */
const weak = (etag: string) => (etag.startsWith("W/") ? etag : `W/${etag}`);

/** Says of an answer that it is compressed. */
export function markPacked(headers: Record<string, string | number>, encoding: Encoding): void {
  headers["content-encoding"] = encoding;
  if (headers["etag"] !== undefined) headers["etag"] = weak(String(headers["etag"]));
}

const TEXTS = /^(?:text\/|application\/(?:json|x-ndjson|xml)\b)/;

/** Compresses a stored file that is text while it is sent. What is made while it is sent has no length, and stays as it is. */
export function packFile(request: Request, response: Response): Response {
  const { headers, body, status } = response;
  const sizeBytes = Number(headers.get("content-length") ?? 0);
  const isText = TEXTS.test(headers.get("content-type") ?? "");
  if (body === null || status !== 200 || !isText || sizeBytes < PACKED_LENGTH_MIN || headers.has("content-encoding")) {
    return response;
  }
  headers.set("vary", withVary(headers.get("vary") ?? undefined, "Accept-Encoding"));
  if (encodingFor(request, ["gzip"]) === undefined) return response;
  const packed = new Headers(headers);
  packed.delete("content-length");
  packed.set("content-encoding", "gzip");
  const etag = packed.get("etag");
  if (etag !== null) packed.set("etag", weak(etag));
  return new Response(body.pipeThrough(new CompressionStream("gzip")), { status, headers: packed });
}
