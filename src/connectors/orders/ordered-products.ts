import {
  findOrderedByIds,
  findOrderedProducts,
  findOrderedVariants,
  type OrderedProduct,
} from "../../../db/connectors/ordered-products.ts";
import type { ShopOrderLine } from "../../../db/connectors/shop-orders.ts";
import { listShopCodes } from "../../../db/connectors/unknown-codes.ts";
import type { Reader } from "../../../db/ports.ts";
import { findRowsByGtins } from "../../../db/products/match.ts";
import { eanOf } from "../../products/fields/ean.ts";

/** What a line is of: a product or a variant, or what it waits by; `null`: somebody has said that it is nothing of ours. */
export type Meant = { productId: string; variantId: string | null } | { waitsBy: string | null };

type Coded = Pick<ShopOrderLine, "sku" | "externalIds">;

/** By what a line waits that no product here is known by. */
const codeOf = ({ sku, externalIds }: Coded): string => sku ?? `id:${externalIds[0] ?? ""}`;

const byKey = (found: readonly OrderedProduct[]) => new Map(found.map((each) => [each.key, each]));

/**
 * What lines of orders are of: the variant with their SKU, else the product that the connector calls so, else the one with this
 * SKU or EAN, else what somebody has said that they are. A fixed number of statements.
 */
export async function findMeant(db: Reader, connectorId: string, lines: readonly Coded[]): Promise<Meant[]> {
  if (lines.length === 0) return [];
  const skus = [...new Set(lines.flatMap(({ sku }) => sku ?? []))];
  const ids = [...new Set(lines.flatMap(({ externalIds }) => externalIds))];
  const variants = byKey(await findOrderedVariants(db, skus));
  const linked = byKey(await findOrderedByIds(db, connectorId, ids));
  const products = byKey(await findOrderedProducts(db, skus));
  const rows = await findRowsByGtins(
    db,
    skus.flatMap((sku) => eanOf(sku)?.gtin14 ?? []),
  );
  const coded = new Map(rows.flatMap((row) => (row.deletedAtMs === null && row.gtin14 ? [[row.gtin14, row.id]] : [])));
  const ofSku = (sku: string) => variants.get(sku) ?? products.get(sku) ?? placed(coded.get(eanOf(sku)?.gtin14 ?? ""));
  const ofIds = (externalIds: readonly string[]) => externalIds.flatMap((id) => linked.get(id) ?? [])[0];
  const assigned = new Map((await listShopCodes(db, connectorId, lines.map(codeOf))).map((each) => [each.code, each]));
  return lines.map((line): Meant => {
    const sku = line.sku ?? "";
    const found = variants.get(sku) ?? ofIds(line.externalIds) ?? ofSku(sku);
    if (found) return { productId: found.productId, variantId: found.variantId };
    const waitsBy = codeOf(line);
    const said = assigned.get(waitsBy);
    if (!said) return { waitsBy };
    return said.productId === null ? { waitsBy: null } : { productId: said.productId, variantId: said.variantId };
  });
}

const placed = (productId: string | undefined, variantId: string | null = null) =>
  productId === undefined ? undefined : { productId, variantId };
