/** The items by their keys, in their order; of several with one key the first. */
export function firstByKey<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T> {
  const byKey = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return byKey;
}
