// About 1 KiB each.
const REMEMBERED_MAX = 10_000;

/** Remembers a value, and forgets the oldest when there are too many. */
export function remember<T>(map: Map<string, T>, key: string, value: T): void {
  const [oldest] = map.size >= REMEMBERED_MAX ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
