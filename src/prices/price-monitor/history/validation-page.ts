import type { Reader } from "../../../../db/ports.ts";
import {
  countPendingValidations,
  listPendingValidations,
  type PendingFilter,
  type QueuedValidation,
  type ValidationSort,
} from "../../../../db/price-monitor/validations.ts";
import type { KeysetPage } from "../../../http/input/keyset-page.ts";
import { readSortedPage, type SortedPageRequest } from "../sorted-page.ts";

export type ValidationPageRequest = SortedPageRequest<PendingFilter, ValidationSort>;

/** Reads a page of doubtful observations. Throws INVALID_PARAMETER for a cursor of another list. */
export const readValidationPage = (db: Reader, request: ValidationPageRequest): Promise<KeysetPage<QueuedValidation>> =>
  readSortedPage(db, request, {
    name: "price-validation",
    keys: ["id"],
    list: listPendingValidations,
    count: countPendingValidations,
  });
