import type { Reader } from "../../../db/ports.ts";
import {
  countPendingValidations,
  listPendingValidations,
  type PendingFilter,
  type QueuedValidation,
  type ValidationSort,
} from "../../../db/price-monitor/validations.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import type { Page } from "../../http/input/page.ts";

/** Which page of the doubtful observations. */
export interface ValidationPageRequest {
  filter: PendingFilter;
  sort: ValidationSort;
  isDescending: boolean;
  page: Pick<Page, "perPage" | "offset" | "cursor">;
}
/** A page of them, with how many there are in all. */
export interface ValidationPage {
  items: QueuedValidation[];
  total: number;
  next: string | null;
}

/** Reads a page of doubtful observations. Throws INVALID_PARAMETER for a cursor of another list. */
export const readValidationPage = (
  db: Reader,
  { filter, sort, isDescending, page }: ValidationPageRequest,
): Promise<ValidationPage> =>
  keysetPage(page, {
    name: `price-validation ${JSON.stringify([filter, sort, isDescending])}`,
    shape: ["textOrNumber", "text"],
    read: (range) => listPendingValidations(db, filter, { sort, isDescending, ...range }),
    count: () => countPendingValidations(db, filter),
    place: ({ sortedBy, id }) => [sortedBy, id],
  });
