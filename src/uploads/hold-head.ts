import { Buffer } from "node:buffer";

/**
 * Passes bytes on once `look` has seen the first `headBytes` of them, or all when there are fewer; what it throws refuses
 * them. It is not called without bytes.
 */
export async function* holdHead(
  bytes: AsyncIterable<Uint8Array>,
  headBytes: number,
  look: (head: Buffer) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] | undefined = [];
  let heldBytes = 0;
  for await (const chunk of bytes) {
    if (!held) {
      yield chunk;
      continue;
    }
    // A copy: the source may use its buffer again.
    held.push(Uint8Array.from(chunk));
    heldBytes += chunk.byteLength;
    if (heldBytes < headBytes) continue;
    const head = Buffer.concat(held);
    held = undefined;
    await look(head);
    yield head;
  }
  if (!held || heldBytes === 0) return;
  const all = Buffer.concat(held);
  await look(all);
  yield all;
}
