import type { MachineProduct } from "../../../db/products/machine-products.ts";
import { isoOfMs, isoOfUs } from "../../text/instant.ts";

interface Meta {
  total: number;
  page: number;
  page_size: number;
  updated_at: string | null;
}

/** The one shape of every answer. */
export const envelope = <Data, M extends Meta>(data: Data, meta: M) => ({
  success: true as const,
  data,
  meta,
  errors: [] as string[],
});

/** The answer about one product. */
export const single = <Data>(data: Data, updatedAtUs: number) =>
  envelope(data, { total: 1, page: 1, page_size: 1, updated_at: isoOfUs(updatedAtUs) });

/** A product in a list. */
export const listedProduct = (product: MachineProduct) => ({
  id: product.id,
  ean: product.ean,
  title: product.title,
  brand_name: product.brandName,
  is_active: product.status === "active",
  status: product.status,
  weight: product.weight,
  updated_at: isoOfUs(product.updatedAtUs),
});

export const extProduct = (product: MachineProduct) => ({
  ...listedProduct(product),
  created_at: isoOfMs(product.createdAtMs),
});
