import { Buffer } from "node:buffer";
import { pipeline } from "node:stream/promises";
import type { BusboyEvents, BusboyHeaders, BusboyInstance } from "@fastify/busboy";
import { type BodyPatience, within } from "../http/input/body.ts";
import { ApiError, type FieldProblem, invalidBody, invalidParameter } from "../http/output/errors.ts";
import { cleanFileName } from "./upload-name.ts";
import { watchParser } from "./watch-parser.ts";

const LIMITS = { fields: 50, fieldSize: 64 * 1024, files: 5, parts: 60, headerPairs: 50 };
/** How long the sender may be silent in the middle of a form. */
const SILENCE_SECONDS = 30;
/** What the parser is given at a time. It stands still on a piece that both fills a part it passes over and ends it. */
const PIECE_BYTES = 64 * 1024;

/** What came with a form. */
export interface Form<T> {
  fields: Map<string, string>;
  /** Of all its parts, files included. */
  names: ReadonlySet<string>;
  /** Of the field `file`; `undefined` when none came. */
  file: { name: string; content: T } | undefined;
}

/** Stores or reads the field `file`: to its end, or it throws. */
type Take<T> = (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<T>;
type FileStream = Parameters<BusboyEvents["file"]>[1];

const NOT_A_FORM: FieldProblem = {
  field: "body",
  type: "invalid_format",
  key: "validation.content_type",
  params: { expected: "multipart/form-data" },
};
const malformed = () => invalidBody([NOT_A_FORM]);
/** The parts themselves cannot be distinguished. */
const unreadable = () => invalidParameter([{ ...NOT_A_FORM, key: "uploads.form_unreadable", params: undefined }]);

const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]*))/i;

/** What stands between the parts. Throws INVALID_PARAMETER for a form without it. */
function boundaryOf({ headers }: Request): string {
  const [, quoted, plain] = BOUNDARY.exec(headers.get("content-type") ?? "") ?? [];
  const boundary = quoted ?? plain ?? "";
  if (boundary !== "") return boundary;
  throw invalidParameter([{ field: "content-type", type: "invalid_format", key: "uploads.no_boundary" }]);
}

async function openForm({ headers }: Request): Promise<BusboyInstance> {
  const { Busboy } = await import("@fastify/busboy");
  try {
    // Refused before it came here unless it has a content type.
    return new Busboy({
      headers: Object.fromEntries(headers) as BusboyHeaders,
      limits: LIMITS,
      fileHwm: 2 * PIECE_BYTES,
    });
  } catch {
    throw malformed();
  }
}

/** The parts of a form as they arrive. Owns the stream of every file in it, until it has ended or is broken off. */
class FormParts<T> {
  readonly fields = new Map<string, string>();
  readonly names = new Set<string>();
  readonly #files: FileStream[] = [];
  #taken: { name: string; content: Promise<T> } | undefined;
  #isBroken = false;
  /** What the parser said of files that the form ended in. */
  readonly #faults = new Set<unknown>();
  #refusal: { error: unknown } | undefined;

  constructor(form: BusboyInstance, take: Take<T>) {
    // The caller that waits for the form gets its errors; later ones have no listener.
    form.on("error", () => undefined);
    form.on("field", (name: string, value: string) => {
      if (name) this.names.add(name);
      this.fields.set(name, value);
    });
    // A part without a name has none, although the parser's types say otherwise.
    form.on("file", ((field: string | undefined, stream, fileName) => {
      if (field) this.names.add(field);
      this.#files.push(stream);
      stream.on("error", (error: Error) => this.#faults.add(error));
      if (field !== "file" || this.#taken) return void stream.resume();
      const name = cleanFileName(fileName);
      const content = take(name, stream);
      content.catch((error: unknown) => {
        // That the form broke off is no refusal of `take`.
        if (!this.#isBroken && !this.#faults.has(error)) this.#refusal = { error };
        form.destroy();
      });
      this.#taken = { name, content };
    }) satisfies BusboyEvents["file"]);
  }

  get isEmpty(): boolean {
    return this.fields.size === 0 && this.#files.length === 0;
  }

  /** Whether the reader of the file has some of it still to read, so that the parser waits. */
  hasUnread = (): boolean => this.#files.some((stream) => stream.readableLength > 0 && !stream.destroyed);

  async file(): Promise<Form<T>["file"]> {
    return this.#taken && { name: this.#taken.name, content: await this.#taken.content };
  }

  /** Ends all readers of a form that broke; says what its caller reads. */
  async breakOff(error: unknown): Promise<unknown> {
    const isCut = this.#faults.size > 0 || this.#files.some((stream) => !stream.readableEnded);
    this.#isBroken = true;
    for (const stream of this.#files) stream.destroy(error instanceof Error ? error : new Error("The form broke off"));
    await this.#taken?.content.catch(() => undefined);
    if (this.#refusal) return this.#refusal.error;
    if (error instanceof ApiError) return error;
    return isCut ? malformed() : unreadable();
  }
}

/** The bytes of a body as they come. Throws REQUEST_TIMEOUT when nothing came for `silenceSeconds`. */
async function* arriving(body: ReadableStream<Uint8Array>, silenceSeconds: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await within(silenceSeconds, reader.read());
      if (done) return;
      for (let at = 0; at < value.byteLength; at += PIECE_BYTES) yield value.subarray(at, at + PIECE_BYTES);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Reads a multipart form without holding it in memory: `take` is given the field `file` as it arrives, and must read it to
 * its end or throw. Other files are passed over. However the form ends, the stream of each of its files has ended or was
 * destroyed, and `take` has settled. Throws what `take` throws, VALIDATION_FAILED for a form that is cut off,
 * INVALID_PARAMETER for one whose parts cannot be distinguished, REQUEST_TIMEOUT for one that stops coming.
 */
export async function readForm<T>(
  request: Request,
  take: Take<T>,
  { patienceSeconds = SILENCE_SECONDS }: BodyPatience = {},
): Promise<Form<T>> {
  // A form without a part has its last boundary, four dashes and two ends of line at most.
  const emptyBytes = Buffer.byteLength(boundaryOf(request)) + 8;
  const form = await openForm(request);
  const parts = new FormParts(form, take);
  const watch = watchParser(parts.hasUnread);
  try {
    const bytes = request.body ? arriving(request.body, patienceSeconds) : [];
    await pipeline(watch.through(bytes), form, { signal: watch.signal });
    if (parts.isEmpty && watch.bytes > emptyBytes) throw unreadable();
    return { fields: parts.fields, names: parts.names, file: await parts.file() };
  } catch (error) {
    throw await parts.breakOff(error);
  } finally {
    watch.stop();
  }
}
