/** Some headers of a request. Elysia's own `headers` copies all of them, which costs more than what most handlers do. */
export const headersIn = <Name extends string>(
  { headers }: Request,
  names: readonly Name[],
): Record<Name, string | undefined> =>
  Object.fromEntries(names.map((name) => [name, headers.get(name) ?? undefined])) as Record<Name, string | undefined>; // each name is there
