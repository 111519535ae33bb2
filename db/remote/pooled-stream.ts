import type { KeptStream } from "./kept-stream.ts";
import { type Deadline, isLost } from "./unavailable.ts";

/** A place for one stream, which is opened when it is first needed, and again after a fault. */
export interface PooledStream {
  /**
   * Runs a task on the stream, which no other uses meanwhile. One that turns out to be lost when it was kept from before
   * is renewed and the task run again, unless `mayRepeat` denies it. Throws as the task does.
   */
  use<T>(task: (stream: KeptStream) => Promise<T>, deadline: Deadline, mayRepeat?: () => boolean): Promise<T>;
  isOpen(): boolean;
  close(): void;
}

type Open = (deadline: Deadline) => Promise<KeptStream>;

/** A pooled stream that `open` opens. */
export function pooledStream(open: Open): PooledStream {
  let kept: KeptStream | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const drop = () => {
    clearTimeout(idle);
    kept?.close();
    kept = undefined;
  };
  const isOpen = () => kept !== undefined && !kept.isBroken();
  /** Where it is not used for long it is closed: the server allows a number of them. */
  const rest = () => {
    clearTimeout(idle);
    idle = kept && setTimeout(drop, kept.idleMs);
    idle?.unref();
  };

  async function use<T>(task: (stream: KeptStream) => Promise<T>, deadline: Deadline, mayRepeat = () => true) {
    clearTimeout(idle);
    const isKept = isOpen();
    if (!isKept) drop();
    kept ??= await open(deadline);
    try {
      return await task(kept);
    } catch (error) {
      if (!isLost(error) || !isKept || !mayRepeat()) throw error;
      drop();
      return use(task, deadline, mayRepeat);
    } finally {
      if (!isOpen()) drop();
      rest();
    }
  }
  return { use, isOpen, close: drop };
}
