import { insertBrands } from "../../db/brands/brands.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import { insertProducts, releaseCodes, takeTicks, updateProducts } from "../../db/products/write.ts";
import { deleteEmptyTerms, setSupplierTerms } from "../../db/sourcing/product-suppliers.ts";
import { type GenericStock, refreshStock } from "../../db/stock/product-stock.ts";
import { insertSuppliers } from "../../db/suppliers/suppliers.ts";
import { emitEvents } from "../events/emit-events.ts";
import type { CatalogEvent } from "../events/event.ts";
import type { FieldChange } from "../history/record-changes.ts";
import { recordChanges } from "../history/record-changes.ts";
import { fieldChanges } from "../products/field-changes.ts";
import { productUpdated } from "../products/touch-products.ts";
import { changeStock, type StockChange } from "../stock/change-stock.ts";
import { supplierCreated } from "../suppliers/match-suppliers.ts";
import { slugOf } from "../text/slug.ts";
import { type Draft, GENERIC, isChanged } from "./draft.ts";
import type { Workspace } from "./workspace.ts";

/** Where a batch came from, as `product.created` says. */
export type Source = "ext" | "appsync";

/** Creates the brands and suppliers that accepted items have named. */
async function createNames(tx: Tx, { brands, suppliers }: Workspace, nowMs: number): Promise<CatalogEvent[]> {
  const freshBrands = brands.fresh.map(({ id, key, name }) => ({ id, name, nameKey: key, slug: slugOf(name) }));
  const freshSuppliers = suppliers.fresh.map(({ id, key, name }) => ({ id, code: name, codeKey: key, name }));
  if (freshBrands.length > 0) await insertBrands(tx, freshBrands, nowMs);
  if (freshSuppliers.length > 0) await insertSuppliers(tx, freshSuppliers, nowMs);
  return freshSuppliers.map(supplierCreated);
}

const idsOf = (drafts: readonly Draft[]): string[] => drafts.map(({ row }) => row.id);

/** Stores the rows, each with a tick of the change clock. */
async function storeRows(tx: Tx, drafts: readonly Draft[], nowMs: number): Promise<void> {
  const first = await takeTicks(tx, drafts.length, nowMs);
  const created: Draft[] = [];
  const updated: ProductRow[] = [];
  const before = new Map<string, ProductRow>();
  const given = new Set<string>();
  for (const [index, draft] of drafts.entries()) {
    draft.row = { ...draft.row, updatedAtUs: first + index };
    if (draft.before) {
      updated.push(draft.row);
      before.set(draft.row.id, draft.before);
    } else created.push(draft);
    if (draft.row.gtin14 !== null && draft.row.gtin14 !== draft.before?.gtin14) given.add(draft.row.gtin14);
  }
  // A code that one product gives up and another one takes would be held by two for a moment.
  const moved = drafts.filter(({ before: known }) => known?.gtin14 != null && given.has(known.gtin14));
  if (moved.length > 0) await releaseCodes(tx, idsOf(moved));
  await updateProducts(tx, updated, before);
  const stored = await insertProducts(
    tx,
    created.map(({ row }) => row),
  );
  for (const [index, draft] of created.entries()) draft.row = stored[index] ?? draft.row;
}

/** The main supplier that a product had and has no more. */
const formerSupplier = ({ before, row }: Draft): string | null =>
  before && before.supplierId !== row.supplierId ? before.supplierId : null;

/** New links to suppliers; those whose stock was sent are made with it. */
const linksOf = ({ row, links, stock }: Draft) =>
  [...links].filter((supplierId) => !stock.has(supplierId)).map((supplierId) => ({ productId: row.id, supplierId }));
const quantitiesOf = ({ row, stock }: Draft): StockChange[] =>
  [...stock].map(([supplierId, quantity]) => ({
    productId: row.id,
    supplierId: supplierId === GENERIC ? null : supplierId,
    quantity,
  }));

/** The generic stock of products, as it was read with them or is of new ones. */
const stockBefore = (drafts: readonly Draft[]): Map<string, GenericStock> =>
  new Map(
    drafts.flatMap(({ before, row }) => {
      const { id, rowId, genericStock: quantity } = before ?? row;
      return rowId === undefined ? [] : [[id, { rowId, quantity }]];
    }),
  );

/** Stores links to suppliers. */
async function storeLinks(tx: Tx, drafts: readonly Draft[], nowMs: number): Promise<void> {
  const links = drafts.flatMap(linksOf);
  const linked = new Set(links.map(({ productId }) => productId));
  const stale = drafts.filter((draft) => linked.has(draft.row.id) || formerSupplier(draft) !== null);
  if (stale.length === 0) return;
  if (links.length > 0) await setSupplierTerms(tx, links, nowMs);
  const former = stale.flatMap((draft) => {
    const supplierId = formerSupplier(draft);
    return supplierId === null ? [] : [{ productId: draft.row.id, supplierId }];
  });
  await deleteEmptyTerms(tx, former);
  await refreshStock(tx, idsOf(stale));
}

const createdEvent = ({ id, ean, title }: ProductRow, source: Source): CatalogEvent => ({
  type: "product.created",
  data: { id, ean, name: title, source },
});

/** What the history keeps of a product: a new one's supplier is among its fields, other new links are by themselves. */
function historyOf({ before, row, changed, links }: Draft): FieldChange[] {
  if (!before) return fieldChanges(before, row, [...changed]);
  const isRestored = before.deletedAtMs !== null && row.deletedAtMs === null;
  const fields = fieldChanges(before, row, isRestored ? [...changed, "deleted_at"] : [...changed]);
  for (const id of links) {
    fields.push({
      productId: row.id,
      productRow: before.rowId,
      field: "suppliers",
      before: null,
      after: { supplier_id: id },
    });
  }
  return fields;
}

/** What events name as changed. */
const changedFields = ({ row, changed, links }: Draft, restocked: ReadonlySet<string>): string[] => [
  ...changed,
  ...(links.size > 0 ? ["suppliers"] : []),
  ...(restocked.has(row.id) ? ["stock"] : []),
];

/**
 * Stores all that a batch has changed, in a fixed number of statements for each kind of change, with its history and one
 * event for each product. `told`: products that are told of whether they have changed or not.
 */
export async function writeDrafts(
  tx: Tx,
  workspace: Workspace,
  context: MutationContext,
  { source, told = [] }: { source: Source; told?: readonly Draft[] },
): Promise<void> {
  const nowMs = context.now();
  const events = await createNames(tx, workspace, nowMs);
  const all = [...workspace.drafts.values()];
  const changed = all.filter(isChanged);
  if (changed.length > 0) {
    await storeRows(tx, changed, nowMs);
    await storeLinks(tx, changed, nowMs);
    await recordChanges(tx, changed.flatMap(historyOf), context);
  }
  const stocked = all.filter(({ stock }) => stock.size > 0);
  const restocked = new Set(
    stocked.length > 0
      ? await changeStock(tx, stocked.flatMap(quantitiesOf), "sync", context, stockBefore(stocked))
      : [],
  );
  const touched = all.filter((draft) => isChanged(draft) || restocked.has(draft.row.id));
  for (const draft of new Set([...touched, ...told])) {
    const { isCreation, row } = draft;
    events.push(isCreation ? createdEvent(row, source) : productUpdated(row, changedFields(draft, restocked)));
  }
  await emitEvents(tx, events, context);
}
