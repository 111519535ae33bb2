import { Type } from "@sinclair/typebox";

/** The answer of a route that sends a file: the document names its real type, and it is not checked as JSON. */
export const fileBody = (contentMediaType: string, description: string) => Type.Any({ contentMediaType, description });

/** Bytes as a body, read as fast as they are taken. */
export function bodyOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await iterator.return?.()),
  });
}
