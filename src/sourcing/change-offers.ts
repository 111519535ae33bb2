import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import {
  clearMainSupplier,
  deleteOffer,
  findOwnTerms,
  type OwnTerms,
  putOwnTerms,
  setMainSupplier,
} from "../../db/sourcing/offers.ts";
import { refreshStock } from "../../db/stock/product-stock.ts";
import { findSupplier, findSuppliersByKeys } from "../../db/suppliers/suppliers.ts";
import { ApiError, invalidBody, required } from "../http/errors.ts";
import { priceOf } from "../products/cents.ts";
import { findLiveProduct } from "../products/live-product.ts";
import { touchProducts } from "../products/touch-products.ts";
import { changeStock } from "../stock/change-stock.ts";
import { nameKey } from "../text/name-key.ts";

/** What a caller says of a link; what is absent stays as it is. */
export interface OfferValues extends Partial<OwnTerms> {
  stock?: number;
  /** True makes it the main supplier, false takes that away from it. */
  isMain?: boolean;
}

interface Offered {
  productId: string;
  values: OfferValues;
}

const NOTHING: OwnTerms = {
  supplierReference: null,
  costPriceCents: null,
  currency: null,
  leadTimeDays: null,
  minOrderQuantity: null,
};

/** The supplier that a body names, by id or code. Throws VALIDATION_FAILED. */
async function namedSupplier(tx: Tx, { id, code }: { id?: string | undefined; code?: string | undefined }) {
  const found = id === undefined ? await findSuppliersByKeys(tx, [nameKey(code ?? "")]) : [await findSupplier(tx, id)];
  const [supplier] = found;
  if (supplier) return supplier;
  const field = id === undefined ? "supplier_code" : "supplier_id";
  throw invalidBody([{ field, type: "invalid_value", key: "validation.unknown_reference" }]);
}

async function setMain(tx: Tx, product: ProductRow, supplierId: string, isMain: boolean | undefined): Promise<boolean> {
  const wasMain = product.supplierId === supplierId;
  if (isMain === undefined || isMain === wasMain) return false;
  if (isMain) await setMainSupplier(tx, product.id, supplierId);
  else await clearMainSupplier(tx, product.id);
  return true;
}

/** Stores a link; whether anything of it has changed. */
async function store(
  tx: Tx,
  product: ProductRow,
  supplierId: string,
  { stock, isMain, ...given }: OfferValues,
  context: MutationContext,
): Promise<boolean> {
  const known = await findOwnTerms(tx, product.id, supplierId);
  const terms: OwnTerms = { ...(known ?? NOTHING), ...given };
  const termsChanged = JSON.stringify(terms) !== JSON.stringify(known);
  if (termsChanged) await putOwnTerms(tx, { productId: product.id, supplierId }, terms, context.now());
  const mainChanged = await setMain(tx, product, supplierId, isMain);
  const moved =
    stock === undefined
      ? []
      : await changeStock(tx, [{ productId: product.id, supplierId, quantity: stock }], "set", context);
  if (!known) await refreshStock(tx, [product.id]);
  return termsChanged || mainChanged || moved.length > 0;
}

/** A link as the history keeps it; its stock has a history of its own. */
const linkBody = (product: ProductRow, supplierId: string, terms: OwnTerms | undefined) =>
  terms && {
    supplier_id: supplierId,
    supplier_reference: terms.supplierReference,
    cost_price: priceOf(terms.costPriceCents),
    currency: terms.currency,
    lead_time_days: terms.leadTimeDays,
    min_order_quantity: terms.minOrderQuantity,
    is_main: product.supplierId === supplierId,
  };

/** Brings a product up to date after its link to a supplier has changed. `known`: the terms before. */
async function touch(
  tx: Tx,
  product: ProductRow,
  { supplierId, known }: { supplierId: string; known: OwnTerms | undefined },
  context: MutationContext,
): Promise<void> {
  const { id: productId } = product;
  const before = linkBody(product, supplierId, known);
  const now = await findLiveProduct(tx, productId);
  const after = linkBody(now, supplierId, await findOwnTerms(tx, productId, supplierId));
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  const changes = isSame ? [] : [{ productId, field: "suppliers", before, after }];
  await touchProducts(tx, [{ productId, updatedFields: ["suppliers"], changes }], context);
}

/**
 * Links a product to a supplier that does not sell it yet. Throws PRODUCT_NOT_FOUND, DUPLICATE_RESOURCE, and
 * VALIDATION_FAILED for a supplier that there is not.
 */
export const addOffer = mutation(
  "sourcing.add-offer",
  async (
    tx,
    { productId, supplier, values }: Offered & { supplier: { id?: string | undefined; code?: string | undefined } },
    context,
  ): Promise<{ supplierId: string }> => {
    const product = await findLiveProduct(tx, productId);
    const { id: supplierId } = await namedSupplier(tx, supplier);
    if (await findOwnTerms(tx, product.id, supplierId)) {
      throw new ApiError("DUPLICATE_RESOURCE", { details: { field: "supplier_id", existing_id: supplierId } });
    }
    await store(tx, product, supplierId, values, context);
    await touch(tx, product, { supplierId, known: undefined }, context);
    return { supplierId };
  },
);

/** Changes the terms of a link. Throws PRODUCT_NOT_FOUND, and NOT_FOUND when the supplier does not sell the product. */
export const changeOffer = mutation(
  "sourcing.change-offer",
  async (tx, { productId, supplierId, values }: Offered & { supplierId: string }, context): Promise<void> => {
    const product = await findLiveProduct(tx, productId);
    const known = required(await findOwnTerms(tx, product.id, supplierId), "product_supplier", supplierId);
    if (await store(tx, product, supplierId, values, context)) await touch(tx, product, { supplierId, known }, context);
  },
);

/**
 * Ends a link, and what is in stock by it. A main supplier has no successor. Throws PRODUCT_NOT_FOUND, and NOT_FOUND when
 * the supplier does not sell the product.
 */
export const removeOffer = mutation(
  "sourcing.remove-offer",
  async (tx, { productId, supplierId }: { productId: string; supplierId: string }, context): Promise<void> => {
    const product = await findLiveProduct(tx, productId);
    const known = required(await findOwnTerms(tx, product.id, supplierId), "product_supplier", supplierId);
    // So that the history of the stock tells where it went.
    await changeStock(tx, [{ productId: product.id, supplierId, quantity: 0 }], "set", context);
    await deleteOffer(tx, product.id, supplierId);
    if (product.supplierId === supplierId) await clearMainSupplier(tx, product.id);
    await refreshStock(tx, [product.id]);
    await touch(tx, product, { supplierId, known }, context);
  },
);
