/** What one part of a PDF may unpack to: the text of a page is far smaller, and so are most fonts. */
const BUFFER_BYTES_MAX = 32 * 1024 * 1024;

/** The bound while it holds. */
export interface BufferBound {
  /** Whether the consumer waits for more. */
  wasReached(): boolean;
  /** From here on buffers are as large as one likes. */
  lift(): void;
}

/** Passes on this number of bytes and no more. */
function bounded(bytesMax: number, refuse: () => never): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) refuse();
      controller.enqueue(chunk);
    },
  });
}

/**
 * Bounds what this thread can unpack, for it is only there to read a file. The reader of PDFs unpacks each part into one
 * buffer that doubles, or into all the pieces that the system makes of it, for any filter and any number of filters in a
 * row, encrypted or not; it knows no bound.
 */
export function boundBuffers(bytesMax: number = BUFFER_BYTES_MAX): BufferBound {
  let isReached = false;
  const refuse = (): never => {
    isReached = true;
    throw new RangeError("A part is too large");
  };
  const { Uint8Array: Plain, DecompressionStream: Unpacks } = globalThis;
  const Bounded: typeof Plain = new Proxy(Plain, {
    construct(target, args, made): Uint8Array {
      if (typeof args[0] === "number" && args[0] > bytesMax) refuse();
      return Reflect.construct(target, args, made === Bounded ? target : made);
    },
  });
  globalThis.Uint8Array = Bounded;
  globalThis.DecompressionStream = new Proxy(Unpacks, {
    construct(target, args) {
      const { readable, writable }: DecompressionStream = Reflect.construct(target, args);
      return { writable, readable: readable.pipeThrough(bounded(bytesMax, refuse)) };
    },
  });
  return {
    wasReached: () => isReached,
    lift: () => Object.assign(globalThis, { Uint8Array: Plain, DecompressionStream: Unpacks }),
  };
}
