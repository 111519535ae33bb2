/** How long the body is that a HEAD does not get, by request; `null`: it is unknown before it is made. */
const lengths = new WeakMap<Request, number | null>();

interface Bytes {
  headers: Record<string, string>;
  /** `null` for what is made while it is sent. */
  sizeBytes: number | null;
  /** Called when the bytes are needed. */
  open: () => ReadableStream<Uint8Array>;
}

/** Answers bytes; a HEAD has their headers, and nothing is opened for it. */
export function byteAnswer(request: Request, { headers, sizeBytes, open }: Bytes): Response {
  if (request.method === "HEAD") {
    lengths.set(request, sizeBytes);
    return new Response(null, { headers });
  }
  const length = sizeBytes === null ? {} : { "content-length": String(sizeBytes) };
  return new Response(open(), { headers: { ...headers, ...length } });
}

/** Answers a file as somebody has uploaded it: it is stored by the reader and never shown as a page of this service. */
export const originalAnswer = (
  request: Request,
  { name, sizeBytes, open }: Omit<Bytes, "headers"> & { name: string },
): Response =>
  byteAnswer(request, {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
    sizeBytes,
    open,
  });

/**
 * Answers a HEAD with the length of what it does not get: Elysia counts the bytes of an answer, and here there are none.
 * `handle` answers requests, although Elysia's type of it says otherwise.
 */
export async function answerHead(handle: (request: Request) => unknown, request: Request): Promise<unknown> {
  const response = await handle(request);
  const sizeBytes = lengths.get(request);
  if (sizeBytes === undefined || !(response instanceof Response)) return response;
  if (sizeBytes !== null) {
    response.headers.set("content-length", String(sizeBytes));
    return response;
  }
  response.headers.delete("content-length");
  // Of an answer without a body Bun says that it has no bytes.
  return new Response(new ReadableStream({ pull: (controller) => controller.close() }, { highWaterMark: 0 }), response);
}
