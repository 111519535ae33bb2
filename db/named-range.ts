/** Which part of a list of named things, and in which order. */
export interface NamedRange {
  /** Part of the name, as `nameKey` writes it; `null`: all. */
  search: string | null;
  sort: "name" | "created_at";
  order: "asc" | "desc";
  /** Where the page before ended: what it is ordered by, and the id. */
  after: [value: string | number, id: string] | undefined;
  offset: number;
  limit: number;
}

/** How the values of an order go on behind one of them. */
export const BEHIND = { asc: ">", desc: "<" } as const;

/** What the statement of a list binds. */
export const rangeArgs = ({ search, after, offset, limit }: NamedRange) => ({
  search,
  afterValue: after?.[0] ?? null,
  afterId: after?.[1] ?? null,
  offset,
  limit,
});
