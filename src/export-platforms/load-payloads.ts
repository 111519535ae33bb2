import type { Reader } from "../../db/ports.ts";
import { productTable } from "../exports/product-table.ts";
import { findPublication } from "../settings/publication.ts";
import { type Mappings, mappedFields, payloadOf } from "./mappings.ts";

/** A product as it is sent. */
export interface ProductPayload {
  payload: Record<string, unknown>;
  /** Its file's name without the ending. */
  fileName: string;
  title: string;
  /** Why it is not for others; `undefined`: it is. */
  refusal: "inactive" | "unpublished" | undefined;
}

/** What files of products are called. */
export const payloadName = ({ fileName }: Pick<ProductPayload, "fileName">): string => `${fileName}.json`;

export const payloadText = ({ payload }: Pick<ProductPayload, "payload">): string => JSON.stringify(payload, null, 2);

/** Reads products as they are sent, by their ids. Those that do not exist, or no longer, are missing. */
export async function loadPayloads(
  db: Reader,
  productIds: readonly string[],
  { mappings, origin }: { mappings: Mappings; origin: string },
): Promise<Map<string, ProductPayload>> {
  const { enforce } = await findPublication(db);
  const { columns, pages } = productTable(
    db,
    { filter: { ids: [...productIds] }, language: null, fields: mappedFields(mappings), offset: 0, limit: null },
    { origin, needs: ["id", "ean", "title", "status", "workflowStatus"] },
  );
  const found = new Map<string, ProductPayload>();
  for await (const page of pages) {
    for (const product of page) {
      const isUnpublished = enforce && product.workflowStatus !== "published";
      found.set(product.id, {
        payload: payloadOf(columns, product, mappings),
        fileName: product.ean ?? product.id,
        title: product.title,
        refusal: product.status === "active" ? (isUnpublished ? "unpublished" : undefined) : "inactive",
      });
    }
  }
  return found;
}
