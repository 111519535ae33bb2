import { type MutationContext, mutation, type Reader, type Tx } from "../../../db/ports.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { findOwnTerms, listOffers } from "../../../db/sourcing/offers.ts";
import type { Terms } from "../../../db/sourcing/product-suppliers.ts";
import { ApiError, invalidBody, required } from "../../http/output/errors.ts";
import { type Conditional, requireVersion, versionOf } from "../../http/output/etag.ts";
import { commit } from "../../products/changes/commit/commit.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import type { ProductChange } from "../../products/changes/set/product-change.ts";
import { completenessScore } from "../../products/fields/completeness.ts";
import { Supplier } from "../../reference/suppliers/supplier.ts";
import { nameKey } from "../../text/name-key.ts";
import { offerBody } from "./bodies.ts";
import { termsBody } from "./offer-terms.ts";

/** A product with everyone who sells it. Throws PRODUCT_NOT_FOUND. */
export async function withOffers(db: Reader, id: string) {
  const product = await findLiveProduct(db, id);
  return { product, offers: await listOffers(db, product.id) };
}

/** The link of a product to one supplier as the API shows it. Throws PRODUCT_NOT_FOUND and NOT_FOUND. */
export async function offerOf(db: Reader, productId: string, supplierId: string) {
  const { product, offers } = await withOffers(db, productId);
  const offer = offers.find((each) => each.supplierId === supplierId);
  return offerBody(required(offer, "product_supplier", supplierId), product);
}

/** What a caller says of a link; what is absent stays as it is. */
export interface OfferValues extends Partial<Terms> {
  /** True makes it the main supplier, false takes that away from it. */
  isMain?: boolean;
}

interface Offered {
  productId: string;
  values: OfferValues;
}

/** A supplier of a product, and the terms so far; `undefined`: it does not sell the product yet. */
interface Link {
  supplierId: string;
  known: Terms | undefined;
}

/** The supplier that a body names, by id or code. Throws VALIDATION_FAILED. */
async function namedSupplier(tx: Tx, { id, code }: { id?: string | undefined; code?: string | undefined }) {
  const found =
    id === undefined
      ? await Supplier.table.findBy(tx, "code_key", [nameKey(code ?? "")])
      : [await Supplier.table.find(tx, id)];
  const [supplier] = found;
  if (supplier) return supplier;
  const field = id === undefined ? "supplier_code" : "supplier_id";
  throw invalidBody([{ field, type: "invalid_value", key: "validation.unknown_reference" }]);
}

/** The main supplier once a link is, or is not, to be that of the main one. */
function mainSupplier({ supplierId: main }: ProductRow, supplierId: string, isMain: boolean | undefined) {
  if (isMain === undefined || isMain === (main === supplierId)) return main;
  return isMain ? supplierId : null;
}

/** Stores a link on these terms, as a change of the product; with nothing new nothing is written. */
async function store(
  tx: Tx,
  product: ProductRow,
  { supplierId, known }: Link,
  { stock, isMain, ...given }: OfferValues,
  context: MutationContext,
): Promise<void> {
  const terms = { ...known, ...given };
  const supplier = mainSupplier(product, supplierId, isMain);
  const isNew = !known || JSON.stringify(terms) !== JSON.stringify(known);
  const next = { ...product, supplierId: supplier };
  const isStored = isNew || supplier !== product.supplierId;
  const row = isStored ? { ...next, completenessScore: completenessScore(next) } : product;
  const change: ProductChange = {
    before: product,
    row,
    changed: [],
    named: ["suppliers"],
    terms: isNew ? [{ supplierId, ...given }] : [],
    addsToFormer: true,
    stock: new Map(typeof stock === "number" ? [[supplierId, stock]] : []),
    history: historyOf(known && linkBody(product, supplierId, known), linkBody(row, supplierId, terms)),
  };
  await commit(tx, [change], context, { movement: "set" });
}

const NOTHING = {
  supplierReference: null,
  costPriceCents: null,
  currency: null,
  leadTimeDays: null,
  minOrderQuantity: null,
  stock: null,
};

/** A link as the history keeps it; its stock has a history of its own. */
function linkBody(product: ProductRow, supplierId: string, terms: Partial<Terms>) {
  const { stock: _, ...shown } = termsBody({ ...NOTHING, ...terms });
  return { supplier_id: supplierId, ...shown, is_main: product.supplierId === supplierId };
}

/** What the history of the product keeps of it. */
const historyOf = (before: unknown, after: unknown) =>
  JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field: "suppliers", before, after }];

/**
 * Links a product to a supplier that does not sell it yet. Throws PRODUCT_NOT_FOUND, DUPLICATE_RESOURCE, and
 * VALIDATION_FAILED for an unknown supplier.
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
    await store(tx, product, { supplierId, known: undefined }, values, context);
    return { supplierId };
  },
);

interface OfferPlace extends Conditional {
  productId: string;
  supplierId: string;
}

/** Throws PRECONDITION_FAILED unless a link is still what the caller has read. */
async function requireOffer(tx: Tx, { productId, supplierId, expected }: OfferPlace): Promise<void> {
  if (expected) requireVersion(expected, versionOf(await offerOf(tx, productId, supplierId)));
}

/** Changes the terms of a link. Throws PRODUCT_NOT_FOUND, PRECONDITION_FAILED, and NOT_FOUND when the supplier does not sell the product. */
export const changeOffer = mutation(
  "sourcing.change-offer",
  async (tx, { values, ...place }: Offered & OfferPlace, context): Promise<void> => {
    const { productId, supplierId } = place;
    const product = await findLiveProduct(tx, productId);
    const known = required(await findOwnTerms(tx, product.id, supplierId), "product_supplier", supplierId);
    await requireOffer(tx, place);
    await store(tx, product, { supplierId, known }, values, context);
  },
);

/**
 * Ends a link, and what is in stock by it. A main supplier has no successor. Throws PRODUCT_NOT_FOUND,
 * PRECONDITION_FAILED, and NOT_FOUND when
 * the supplier does not sell the product.
 */
export const removeOffer = mutation("sourcing.remove-offer", async (tx, place: OfferPlace, context): Promise<void> => {
  const { productId, supplierId } = place;
  const product = await findLiveProduct(tx, productId);
  const known = required(await findOwnTerms(tx, product.id, supplierId), "product_supplier", supplierId);
  await requireOffer(tx, place);
  const change = {
    before: product,
    row: { ...product, supplierId: product.supplierId === supplierId ? null : product.supplierId },
    changed: [],
    named: ["suppliers"],
    unlinked: new Set([supplierId]),
    // So that the history of the stock shows where it went.
    moves: [{ supplierId, before: known.stock ?? 0, after: 0 }],
    addsToFormer: true,
    history: historyOf(linkBody(product, supplierId, known), undefined),
  };
  await commit(tx, [change], context, { movement: "set" });
});
