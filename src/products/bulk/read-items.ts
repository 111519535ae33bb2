import { Type } from "@sinclair/typebox";
import { lateCheck } from "../../http/input/checked-items.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { type ItemError, itemError } from "../../http/output/faults/item-error.ts";
import { problemsOf } from "../../http/output/faults/problems.ts";
import type { Language } from "../../http/output/messages.ts";
import { faultOf } from "../changes/set/items.ts";
import { ProductUpdate } from "../fields/product-fields.ts";
import { readFields } from "../fields/read-fields.ts";
import type { BulkItem, RefusedItem } from "./update-in-bulk.ts";

/** A typing error in a name must not pass without a word: what is not said of one product is hard to notice among 100. */
const StrictUpdate = Type.Object(ProductUpdate.properties, { additionalProperties: false });
const isUpdate = lateCheck(StrictUpdate);

interface GivenItem {
  id: string;
  fields: Record<string, unknown>;
}

/** What the items of a request are: those that the mutation takes, and those whose fields are invalid. */
interface ReadItems {
  items: BulkItem[];
  refused: RefusedItem[];
}

/** Reads the items of a request. */
export function readItems(given: readonly GivenItem[]): ReadItems {
  const items: BulkItem[] = [];
  const refused: RefusedItem[] = [];
  for (const [index, { id, fields }] of given.entries()) {
    try {
      if (!isUpdate(fields)) throw invalidBody(problemsOf(StrictUpdate, fields));
      items.push({ index, id, values: readFields(fields) });
    } catch (error) {
      refused.push({ index, ...faultOf(error) });
    }
  }
  return { items, refused };
}

/** What is answered of refused items, in their order. */
export const emitRefused = (
  refused: readonly RefusedItem[],
  ids: readonly string[],
  language: Language,
): (ItemError & { index: number; id: string })[] =>
  refused
    .toSorted((one, other) => one.index - other.index)
    .map(({ index, ...fault }) => ({ index, id: ids[index] ?? "", ...itemError(fault, language) }));
