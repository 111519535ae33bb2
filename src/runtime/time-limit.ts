/** Rejects with what `late` makes when the time is over; what was waited for ends on its own, and no one waits for it. */
export async function withinMs<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), Math.max(0, ms));
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
