import { Type } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { ApiError, invalidBody } from "../../http/output/errors.ts";
import { type ItemError, itemError } from "../../http/output/faults/item-error.ts";
import { problemsOf } from "../../http/output/faults/problems.ts";
import type { Language } from "../../http/output/messages.ts";
import { ProductUpdate } from "../fields/product-fields.ts";
import { readFields } from "../fields/read-fields.ts";
import type { BulkItem, RefusedItem } from "./update-in-bulk.ts";

/** A typing error in a name must not pass without a word: what is not said of one product is hard to notice among 100. */
const StrictUpdate = Type.Object(ProductUpdate.properties, { additionalProperties: false });

interface GivenItem {
  id: string;
  fields: Record<string, unknown>;
}

/** What the items of a request are: those that the mutation takes, and those whose fields are invalid. */
interface ReadItems {
  items: BulkItem[];
  refused: RefusedItem[];
}

/** Makes a reader of the items of requests. */
export function itemReader(): (given: readonly GivenItem[]) => ReadItems {
  let check: TypeCheck<typeof StrictUpdate> | undefined;
  return (given) => {
    // Compiled at the first request: start is not the time for it.
    check ??= TypeCompiler.Compile(StrictUpdate);
    return readItems(given, check);
  };
}

function readItems(given: readonly GivenItem[], check: TypeCheck<typeof StrictUpdate>): ReadItems {
  const items: BulkItem[] = [];
  const refused: RefusedItem[] = [];
  for (const [index, { id, fields }] of given.entries()) {
    try {
      if (!check.Check(fields)) throw invalidBody(problemsOf(StrictUpdate, fields));
      items.push({ index, id, values: readFields(fields) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push({ index, code: error.code, options: error.options });
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
    .map(({ index, code, options }) => ({
      index,
      id: ids[index] ?? "",
      ...itemError(new ApiError(code, options), language),
    }));
