/** Reads the rows behind one, or the first. */
export type ReadBehind<Row> = (last: Row | undefined, limit: number) => Promise<Row[]>;

/** A list page by page, each read when it is taken. `size.rows` is asked before each page: it may grow and shrink. */
export async function* pagesBehind<Row>(
  read: ReadBehind<Row>,
  size: { readonly rows: number },
): AsyncGenerator<Row[], void> {
  for (let last: Row | undefined; ; ) {
    const limit = size.rows;
    const rows = await read(last, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}
