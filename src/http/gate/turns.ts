/**
 * Lets `count` requests go on in each turn of the event loop, in the order they came: whatever else arrives meanwhile
 * comes between, and does not wait for all of them.
 */
export function turnsOf(count: number): () => Promise<void> {
  const queue: (() => void)[] = [];
  const next = () => {
    for (const go of queue.splice(0, count)) go();
    if (queue.length > 0) setImmediate(next);
  };
  return () =>
    new Promise((resolve) => {
      queue.push(resolve);
      if (queue.length === 1) setImmediate(next);
    });
}
