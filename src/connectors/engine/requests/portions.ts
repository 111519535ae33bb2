/** All of them, some at a time, in their order. */
export const portionsOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, place) => all.slice(place * size, (place + 1) * size));

/** What is answered of all of them, some a request, one request after the other. */
export async function gathered<T, R>(
  all: readonly T[],
  size: number,
  find: (some: T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const found: R[] = [];
  for (const some of portionsOf(all, size)) found.push(...(await find(some)));
  return found;
}
