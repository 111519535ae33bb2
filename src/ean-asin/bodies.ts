import type { MappedProduct } from "../../db/ean-asin/mappings.ts";
import type { EanAsinTemplate } from "../../db/ean-asin/templates.ts";
import { isoOfMs } from "../text/instant.ts";

/** A mapping as the API shows it. */
export const mappingBody = (mapping: MappedProduct) => ({
  id: mapping.id,
  ean: mapping.ean,
  asin: mapping.asin,
  marketplace: mapping.marketplace,
  product_id: mapping.productId,
  status: mapping.status,
  confidence: mapping.confidence,
  source: mapping.source,
  created_at: isoOfMs(mapping.createdAtMs),
  updated_at: isoOfMs(mapping.updatedAtMs),
});

/** A template as the API shows it. */
export const templateBody = (template: EanAsinTemplate) => ({
  id: template.id,
  name: template.name,
  ean_column: template.eanColumn,
  asin_column: template.asinColumn,
  marketplace_column: template.marketplaceColumn,
  marketplace: template.marketplace,
  // The table holds what the schema let through.
  delimiter: template.delimiter as "," | ";" | "\t" | "|",
  created_at: isoOfMs(template.createdAtMs),
  updated_at: isoOfMs(template.updatedAtMs),
});
