import { Buffer } from "node:buffer";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import zlib from "node:zlib";
import { OutboundError, timedOut } from "./outbound-error.ts";

/** This number of pieces may have any size: heartbeats, words of a model. */
const SMALL_PIECES_MAX = 10_000;
/** Beyond them pieces hold this much on average. The lines of a file do, also where each is sent by itself. */
const PIECE_BYTES_MIN = 16;
/** Servers pack once; what is packed again and again is made to cost. */
const ENCODINGS_MAX = 2;
const FIRST_BYTES = 4_096;
/** After this number of pieces the thread does its other work: those that are there already come without a pause. */
const PIECES_AT_ONCE = 256;

type Decoder = (first: Uint8Array) => Transform;

/** The low four bits of the first byte say whether the zlib header is there, which some servers leave out. */
const isZlib = ([first = 0]: Uint8Array): boolean => (first & 0x0f) === 8;
const gunzip: Decoder = () => zlib.createGunzip();
// Source: https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1
const DECODERS: Record<string, Decoder> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: (first) => (isZlib(first) ? zlib.createInflate() : zlib.createInflateRaw()),
  br: () => zlib.createBrotliDecompress(),
  // Not every runtime has it.
  ...("createZstdDecompress" in zlib && { zstd: () => zlib.createZstdDecompress() }),
};

const cut = () => new OutboundError("connection", "The connection was cut");

/** The pieces as they arrive. The clock is looked at with each: a timer does not run while pieces keep the thread busy. */
async function* arriving(message: IncomingMessage, endsAtMs: number): AsyncGenerator<Uint8Array> {
  const announced = Number(message.headers["content-length"] ?? Number.NaN);
  let pieces = 0;
  let bytes = 0;
  for await (const piece of message as AsyncIterable<Uint8Array>) {
    pieces++;
    bytes += piece.byteLength;
    if (performance.now() > endsAtMs) throw timedOut();
    if (pieces > SMALL_PIECES_MAX && bytes < pieces * PIECE_BYTES_MIN) {
      throw new OutboundError("request", "The answer comes in too many small pieces");
    }
    if (pieces % PIECES_AT_ONCE === 0) await nextTurn();
    yield piece;
  }
  // An answer to HEAD announces what it does not send.
  if (bytes > 0 && bytes < announced) throw cut();
}

async function feed(decoder: Transform, first: Uint8Array, rest: AsyncGenerator<Uint8Array>): Promise<void> {
  const ended = once(decoder, "close").catch(() => undefined);
  decoder.write(first);
  for await (const piece of rest) {
    if (decoder.destroyed) return;
    if (!decoder.write(piece)) await Promise.race([once(decoder, "drain").catch(() => undefined), ended]);
  }
  decoder.end();
}

/** What was packed, unpacked as it is taken. */
async function* unpacked(packed: AsyncGenerator<Uint8Array>, decoderOf: Decoder): AsyncGenerator<Uint8Array> {
  const { done, value: first } = await packed.next();
  // No body is packed nothing.
  if (done) return;
  const decoder = decoderOf(first);
  let failure: unknown;
  feed(decoder, first, packed).catch((error: unknown) => {
    failure = error;
    decoder.destroy(error instanceof Error ? error : cut());
  });
  try {
    yield* decoder;
  } catch (error) {
    if (failure !== undefined) throw failure;
    throw new OutboundError("request", `The answer cannot be unpacked (${String(Object(error).code ?? "damaged")})`);
  } finally {
    decoder.destroy();
  }
}

/**
 * The body of an answer as it was before the server packed it, with or without our consent; unpacked no faster than it is
 * taken. Throws `OutboundError` when the time is over, pieces are absurdly small and many, or the packing is damaged.
 */
export function bodyOf(message: IncomingMessage, endsAtMs: number): AsyncGenerator<Uint8Array> {
  const encodings = (message.headers["content-encoding"] ?? "").toLowerCase().split(",");
  const decoders = encodings.flatMap((name) => DECODERS[name.trim()] ?? []).toReversed();
  if (decoders.length > ENCODINGS_MAX) throw new OutboundError("request", "The answer is packed again and again");
  return decoders.reduce(unpacked, arriving(message, endsAtMs));
}

/** Reads a body into one buffer that grows, from pieces of any size; up to this number of bytes of it. */
export async function readWhole(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  let buffer = Buffer.alloc(Math.min(FIRST_BYTES, bytesMax));
  let size = 0;
  for await (const piece of body) {
    const taken = piece.subarray(0, bytesMax - size);
    if (size + taken.byteLength > buffer.byteLength) {
      const larger = Buffer.alloc(Math.min(bytesMax, Math.max(size + taken.byteLength, buffer.byteLength * 2)));
      larger.set(buffer);
      buffer = larger;
    }
    buffer.set(taken, size);
    size += taken.byteLength;
    if (taken.byteLength < piece.byteLength) return { bytes: buffer.subarray(0, size), isCut: true };
  }
  return { bytes: buffer.subarray(0, size), isCut: false };
}
