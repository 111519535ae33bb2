import { pipeline } from "node:stream/promises";
import type { BusboyEvents, BusboyHeaders, BusboyInstance } from "@fastify/busboy";
import { invalidBody } from "../http/errors.ts";
import { bytesOf } from "../storage/files.ts";
import { cleanFileName } from "./file-name.ts";

const LIMITS = { fields: 50, fieldSize: 64 * 1024, files: 5, parts: 60, headerPairs: 50 };

/** What came with a form. */
export interface Form<T> {
  fields: Map<string, string>;
  /** Of the field `file`; `undefined` when none came. */
  file: { name: string; content: T } | undefined;
}

const malformed = () =>
  invalidBody([
    {
      field: "body",
      type: "invalid_format",
      key: "validation.content_type",
      params: { expected: "multipart/form-data" },
    },
  ]);

async function openForm(request: Request): Promise<BusboyInstance> {
  const { Busboy } = await import("@fastify/busboy");
  try {
    // Refused before it came here unless it has a content type.
    return new Busboy({ headers: Object.fromEntries(request.headers) as BusboyHeaders, limits: LIMITS });
  } catch {
    throw malformed();
  }
}

/**
 * Reads a multipart form without holding it in memory: `take` is given the field `file` as it arrives, and must read it
 * to its end or throw. Other files are passed over. Throws what `take` throws, and VALIDATION_FAILED for a damaged form.
 */
export async function readForm<T>(
  request: Request,
  take: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<Form<T>> {
  const form = await openForm(request);
  const fields = new Map<string, string>();
  let taken: { name: string; content: Promise<T> } | undefined;
  let breakOff: unknown;
  let refusal: { error: unknown } | undefined;
  const onField: BusboyEvents["field"] = (name, value) => fields.set(name, value);
  const onFile: BusboyEvents["file"] = (field, stream, fileName) => {
    if (field !== "file" || taken) return void stream.resume();
    stream.on("error", (error) => {
      breakOff = error;
    });
    const name = cleanFileName(fileName);
    const content = take(name, stream);
    content.catch((error: unknown) => {
      // That the form broke off is no refusal of `take`.
      if (error !== breakOff) refusal = { error };
      form.destroy();
    });
    taken = { name, content };
  };
  form.on("field", onField);
  form.on("file", onFile);
  try {
    await pipeline(request.body ? bytesOf(request.body) : [], form);
    return { fields, file: taken && { name: taken.name, content: await taken.content } };
  } catch {
    await taken?.content.catch(() => undefined);
    throw refusal ? refusal.error : malformed();
  }
}
