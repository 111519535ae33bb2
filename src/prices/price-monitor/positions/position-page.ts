import type { Reader } from "../../../../db/ports.ts";
import { isPositionCostly, type PositionQuery } from "../../../../db/price-monitor/position-query.ts";
import {
  countPositions,
  listPositions,
  type PositionSort,
  type PricePosition,
} from "../../../../db/price-monitor/positions.ts";
import { type KeysetPage, keysetPage } from "../../../http/input/keyset-page.ts";
import type { SortedPageRequest } from "../sorted-pages.ts";

export type PositionPageRequest = SortedPageRequest<PositionQuery, PositionSort>;

/** Reads a page of positions. Throws INVALID_PARAMETER for a cursor of another list. */
export function readPositionPage(
  db: Reader,
  { filter: asked, sort, isDescending, page }: PositionPageRequest,
): Promise<KeysetPage<PricePosition>> {
  const isCounted = isPositionCostly(asked);
  let counted = Promise.resolve<PricePosition[]>([]);
  return keysetPage(page, {
    name: `price-positions ${JSON.stringify([asked, sort, isDescending])}`,
    shape: ["textOrNumber", "text"],
    read: ({ after, ...range }) => {
      const place = after && ([Number(after[0]), after[1]] as const);
      counted = listPositions(db, asked, { ...range, sort, isDescending, isCounted, after: place });
      return counted;
    },
    count: async () => {
      const [first] = await counted;
      if (isCounted && first === undefined && page.offset === 0 && page.cursor === undefined) return 0;
      // A page behind the last has nothing to say it.
      return first?.total ?? countPositions(db, asked);
    },
    place: ({ sortedBy, productId }) => [sortedBy, productId],
  });
}
