import { BAD, type Shelf } from "./platform.ts";

/** Whether a platform refuses that SKU. */
export const isBad = (sku: string) => sku === BAD;
/** Makes those that it takes, each once. */
export const keep = (shelf: Shelf, skus: readonly string[]) => {
  for (const sku of skus) if (!isBad(sku)) shelf.upsert(sku);
};

/** What those have in common whose ids are SKUs. */
export const BY_SKU = {
  isBySku: true,
  isTogether: true,
  gone: { products: "made again", stock: "made again" },
  taken: "changed",
} as const;
