/** Lets at most `count` tasks run at once; the others wait their turn, first come first served. */
export function slots(count: number) {
  const queue: (() => void)[] = [];
  let free = count;
  return {
    waiting: () => queue.length,
    run: async <T>(task: () => Promise<T>): Promise<T> => {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await task();
      } finally {
        const next = queue.shift();
        if (next) next();
        else free++;
      }
    },
  };
}
