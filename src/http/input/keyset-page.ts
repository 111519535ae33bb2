import { type CursorShape, type CursorValues, decodeCursor, encodeCursor, type ValuesOf } from "./cursor.ts";
import { metaPage, type Page } from "./page.ts";

/** Which part of a list is read. `after`: what the cursor keeps of the item that the page before ended with. */
interface Range<After> {
  after: After | undefined;
  offset: number;
  limit: number;
}

/** A list that is paged by number and by cursor. */
interface KeysetList<Item, Shape extends CursorShape> {
  /** Its name, and all that restricts or orders it: its cursors fit no other list. */
  name: string;
  shape: Shape;
  read: (range: Range<ValuesOf<Shape>>) => Promise<Item[]>;
  count: () => Promise<number>;
  /** What a cursor keeps of an item: the values that the list is ordered by. */
  place: (item: Item) => CursorValues;
}

/** A page of a list. */
export interface KeysetPage<Item> {
  items: Item[];
  /** How many there are in all. */
  total: number;
  /** The cursor of the page behind it; `null`: it is the last one. */
  next: string | null;
}

/** Reads one page of a list. Throws INVALID_PARAMETER for a cursor of another list. */
export async function keysetPage<Item, const Shape extends CursorShape>(
  { perPage, offset, cursor }: Pick<Page, "perPage" | "offset" | "cursor">,
  { name, shape, read, count, place }: KeysetList<Item, Shape>,
): Promise<KeysetPage<Item>> {
  const after = cursor === undefined ? undefined : decodeCursor(name, cursor, shape);
  // One more than the page holds shows whether there is another.
  const [found, total] = await Promise.all([read({ after, offset, limit: perPage + 1 }), count()]);
  const items = found.slice(0, perPage);
  const last = found.length > perPage ? items.at(-1) : undefined;
  return { items, total, next: last === undefined ? null : encodeCursor(name, place(last)) };
}

/** The same as an answer: items as `show` shows them, with where the page is. */
export async function keysetAnswer<Item, Body, const Shape extends CursorShape>(
  page: Page,
  { show, ...list }: KeysetList<Item, Shape> & { show: (item: Item) => Body },
) {
  const { items, total, next } = await keysetPage(page, list);
  return metaPage(items.map(show), total, page, next);
}

/** The shape of lists that are newest first, and their place: when an item was made, and its id. */
export const NEWEST = ["count", "text"] as const;
export const newestPlace = ({ createdAtMs, id }: { createdAtMs: number; id: string }) => [createdAtMs, id];
/** Such a place by its names, as statements bind it. */
export const newestAfter = <Shared>({ after, ...rest }: Range<ValuesOf<typeof NEWEST>> & Shared) => ({
  ...rest,
  after: after && { createdAtMs: after[0], id: after[1] },
});
