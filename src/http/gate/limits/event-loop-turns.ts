/**
 * Lets `count` requests go on in each turn of the event loop, in the order they came: other requests that arrive meanwhile
 * come between, and do not wait for all of them.
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
