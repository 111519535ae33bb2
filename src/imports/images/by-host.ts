/** How many downloads run at a time, and how many of them from one host: suppliers' servers are small. */
const AT_ONCE = 8;
const PER_HOST = 2;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

/** Does something with each address, several at a time, few of them at one host. Rejects with the first error, once all are over. */
export async function eachByHost<T extends { url: string }>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queues = [...Map.groupBy(items, ({ url }) => hostOf(url)).values()].flatMap((own) => {
    const left = own.values();
    return Array.from({ length: Math.min(PER_HOST, own.length) }, () => left);
  });
  const waiting = queues.values();
  const errors: unknown[] = [];
  const workQueues = async () => {
    for (const queue of waiting) {
      for (const item of queue) {
        if (errors.length > 0) return;
        await work(item).catch((error: unknown) => errors.push(error));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workQueues));
  if (errors.length > 0) throw errors[0];
}
