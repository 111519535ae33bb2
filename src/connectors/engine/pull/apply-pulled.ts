import { findBrandNames } from "../../../../db/brands/brand-names.ts";
import { findConnector } from "../../../../db/connectors/connectors.ts";
import { listSettled, markPulled } from "../../../../db/connectors/feeds.ts";
import { findByExternalIds } from "../../../../db/connectors/mappings.ts";
import { putShopLevels } from "../../../../db/connectors/shop-orders.ts";
import type { SyncNote } from "../../../../db/connectors/sync-notes.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { listVariantsOf } from "../../../../db/variants/variants.ts";
import { findTaxModel, taxedOf } from "../../../prices/tax/tax-model.ts";
import { commitSet } from "../../../products/changes/commit/commit-set.ts";
import { applyItem, type Outcome } from "../../../products/changes/set/apply.ts";
import type { ChangeSet, PendingChange } from "../../../products/changes/set/change-set.ts";
import type { Item } from "../../../products/changes/set/items.ts";
import { loadChangeSet } from "../../../products/changes/set/load.ts";
import { byEanOrReference } from "../../../products/changes/set/match.ts";
import { findPlatform } from "../platforms.ts";
import { priceTermsOf } from "../price-terms.ts";
import { takesLevels } from "../shop/stock-owner.ts";
import { notePushed, type PushedChunk } from "../synchronise.ts";
import { gatherOffers } from "./gathered-offers.ts";
import { narrowed, type PullRules, type Rules } from "./pull-rules.ts";
import { comparedWith } from "./pulled-compared.ts";
import { wantImages } from "./pulled-images.ts";
import { COMPARED, IMAGE, PRICE, type Read, type Refused, readOne, refusedBy } from "./pulled-item.ts";
import { levelIn, type ReportedLevel, withoutOlder } from "./pulled-news.ts";
import type { PulledProduct } from "./pulled-product.ts";
import { applyVariants, type Varied, withOwnVariants } from "./pulled-variants.ts";
import { undecidedPrices } from "./undecided-prices.ts";
import { unfitVariants } from "./unfit-variants.ts";

interface Pulled {
  connectorId: string;
  products: PulledProduct[];
  rules: PullRules;
}

interface Applied {
  id: string;
  created: boolean;
  changed: string[];
}

/** The products that have got the address of an image. */
const picturedOf = (applied: readonly Applied[]): string[] =>
  applied.flatMap(({ id, changed }) => (changed.includes(IMAGE) ? [id] : []));

/** Puts one product of a platform into the catalog; `undefined` when it is not there and is not to be made. */
function applyOne(
  set: ChangeSet,
  { item, pulled }: { item: Item; pulled: PulledProduct },
  known: PendingChange | undefined,
  { rules, newId, nowMs }: { rules: Rules; newId: () => string; nowMs: number },
): Applied | undefined {
  // The EAN decides, regardless of the SKU: a product that is here keeps its codes.
  const target = known ?? set.byGtin(item.gtin14) ?? byEanOrReference(set, item);
  // An offer that names no product makes none.
  const isNameless = pulled.isTheirs === true && pulled.title === undefined;
  if (!target && (!rules.createsMissing || isNameless)) return undefined;
  // One that was deleted here stays deleted.
  if (target && target.row.deletedAtMs !== null) return undefined;
  const before = target?.row.priceCents ?? null;
  const { change, created, changed } = applyItem(
    set,
    target ? narrowed(item, pulled, rules, target.row) : item,
    target,
    {
      newId,
      nowMs,
    },
  );
  return { id: change.row.id, created, changed: [...changed, ...keepCompared(set, change, { pulled, before, rules })] };
}

/** Keeps what the platform compares the price of a product with. Returns the name of the field when it changed. */
function keepCompared(
  set: ChangeSet,
  change: PendingChange,
  { pulled, before, rules }: { pulled: PulledProduct; before: number | null; rules: Rules },
): string[] {
  if (rules.fields !== null && !rules.fields.includes(PRICE)) return [];
  const { priceCents, extra } = change.row;
  const own = extra[COMPARED];
  const compared = comparedWith(pulled, rules.terms, {
    ...{ priceCents, isOtherPrice: priceCents !== before, taxed: taxedOf(change.row) },
    compareAtPriceCents: typeof own === "number" ? own : null,
  });
  if (compared === undefined) return [];
  const { [COMPARED]: _own, ...rest } = extra;
  set.change(change, { ...change.row, extra: { ...rest, ...(compared !== null && { [COMPARED]: compared }) } }, [
    COMPARED,
  ]);
  return [COMPARED];
}

/** What became of a page of products. */
interface AppliedPage {
  counts: { pulled: number; updated: number; errors: number; skipped: number };
  mappings: PushedChunk["mappings"];
  applied: Applied[];
  /** Whose level is the platform's now. */
  levels: ReportedLevel[];
  notes: SyncNote[];
}

/** Notes that a product was changed or made, and whether its level is the platform's. */
function noteApplied(page: AppliedPage, applied: Applied, pulled: PulledProduct, rules: Rules): void {
  const { externalId, externalItemId = null, externalUrl = null, changedAtMs: reportedAtMs = null } = pulled;
  page.counts[applied.created ? "pulled" : "updated"]++;
  page.applied.push(applied);
  page.mappings.push({ productId: applied.id, externalId, externalItemId, externalUrl, reportedAtMs });
  const isTaken = rules.takesLevels || applied.created;
  if (pulled.stock !== undefined && isTaken) page.levels.push({ productId: applied.id, reportedAtMs });
}

/** What is said of a product that has another SKU on the platform than here since it was linked. */
function renamedThere(set: ChangeSet, productId: string, { externalId, sku, variants }: PulledProduct): SyncNote[] {
  // Where only variants have SKUs, that of the first stands for the product's.
  if (variants?.some((each) => each.sku === sku)) return [];
  const own = set.changes.get(productId)?.row.reference ?? null;
  if (sku === null || own === null || sku === own) return [];
  const message = `The platform's product ${externalId} has the SKU ${sku} there, and ${own} here: change it here to keep that of the platform, or push the product with force to send ${own}`;
  return [{ productId, sku: own, externalId, result: "noted", message }];
}

/** Applies products one after the other. */
function applyAll(
  set: ChangeSet,
  read: readonly Read[],
  productIds: ReadonlyMap<string, string>,
  { rules, context }: { rules: Rules; context: MutationContext },
): AppliedPage {
  const counts = { pulled: 0, updated: 0, errors: 0, skipped: 0 };
  const page: AppliedPage = { counts, mappings: [], applied: [], levels: [], notes: [] };
  for (const { pulled, item } of read) {
    const outcome = "refused" in item ? item : applyOrRefuse(set, item, pulled, productIds, { rules, context });
    if (outcome === undefined) counts.skipped++;
    else if ("refused" in outcome) {
      const { externalId, sku = null } = pulled;
      const productId = productIds.get(externalId) ?? null;
      counts.errors++;
      page.notes.push({ productId, sku, externalId, result: "error", message: outcome.refused });
    } else {
      noteApplied(page, outcome, pulled, rules);
      if (productIds.get(pulled.externalId) === outcome.id) page.notes.push(...renamedThere(set, outcome.id, pulled));
    }
  }
  return page;
}

/** Applies a page of products: by what the connector calls them, then by EAN, then by SKU. */
async function applyPulledTo(
  tx: Tx,
  { connectorId, products: pulled, rules: given }: Pulled,
  context: MutationContext,
) {
  const connector = await findConnector(tx, connectorId);
  const platform = findPlatform(connector?.platformId ?? "");
  const reported = platform?.hasVariantOffers ? await gatherOffers(tx, connectorId, pulled) : pulled;
  const model = await findTaxModel(tx, context.now());
  const terms = { ...priceTermsOf(connector ?? { syncOptions: {} }, platform ?? {}), model };
  const takesLevel = connector !== undefined && (await takesLevels(tx, connector));
  const reportedIds = reported.map(({ externalId }) => externalId);
  const mapped = await findByExternalIds(tx, connectorId, reportedIds);
  const productIds = new Map(mapped.map(({ externalId, productId }) => [externalId, productId]));
  const { products: newer, older } = withoutOlder(reported, mapped);
  const products = await withOwnVariants(tx, newer, productIds);
  const read = products.map((pulled) => readOne(pulled, { takesImages: given.takesImages, terms }));
  const items = read.flatMap(({ item }) => ("refused" in item ? [] : item));
  const set = await loadChangeSet(tx, items, context, [...productIds.values()]);
  const brandIds = [...set.changes.values()].flatMap(({ row }) => row.brandId ?? []);
  const brands = await findBrandNames(tx, [...new Set(brandIds)]);
  const isVaried = products.some(({ externalId, variants = [] }) => variants.length > 1 && !productIds.has(externalId));
  const own = isVaried ? await listVariantsOf(tx, [...set.changes.keys()]) : [];
  const variedIds = new Set(own.map(({ productId }) => productId));
  const rules: Rules = { ...given, takesLevels: takesLevel, terms, limits: platform?.limits, brands, variedIds };
  const page = applyAll(set, read, productIds, { rules, context });
  page.counts.skipped += older;
  const fresh = [...set.changes.values()].filter(({ isCreation }) => isCreation).map(({ row }) => row.id);
  const settledIds = [...fresh, ...(await listSettled(tx, connectorId, [...set.changes.keys()]))];
  await commitSet(tx, set, context, { source: "connector", movement: "connector" });
  const takesPrice = rules.fields === null || rules.fields.includes("price");
  const varied = await applyVariants(tx, variedIn(set, page, products), { ...rules, takesPrice }, context);
  page.notes.push(...notesOf(varied.refused, page));
  page.notes.unshift(...undecidedPrices(products, { mappings: page.mappings, terms, takesPrice, fresh }));
  // One that is new here without its variants is another product than the platform's.
  page.mappings = page.mappings.filter(
    ({ productId }) => !(varied.refused.has(productId) && fresh.includes(productId)),
  );
  const levels = [...page.levels.map((each) => levelIn(set, each)), ...varied.levels];
  return { ...page, settledIds, varied: varied.changed, levels };
}

/** The products of a page that the platform reported variants of. */
function variedIn(set: ChangeSet, { applied, mappings }: AppliedPage, products: readonly PulledProduct[]): Varied[] {
  const reported = new Map(products.map(({ externalId, variants }) => [externalId, variants]));
  return mappings.flatMap(({ productId, externalId, reportedAtMs = null }) => {
    const variants = reported.get(externalId);
    const isNew = applied.some(({ id, created }) => id === productId && created);
    const { priceCents = null, taxRate = null, extra = {} } = set.changes.get(productId)?.row ?? {};
    return variants
      ? [{ productId, isNew, priceCents, taxed: taxedOf({ taxRate, extra }), variants, reportedAtMs }]
      : [];
  });
}

const notesOf = (refused: ReadonlyMap<string, string>, { mappings }: AppliedPage): SyncNote[] =>
  mappings.flatMap(({ productId, externalId }) => {
    const message = refused.get(productId);
    return message === undefined ? [] : [{ productId, sku: null, externalId, result: "error" as const, message }];
  });

function applyOrRefuse(
  set: ChangeSet,
  item: Item,
  pulled: PulledProduct,
  productIds: ReadonlyMap<string, string>,
  { rules, context }: { rules: Rules; context: MutationContext },
): (Exclude<Outcome, { fault: unknown }> & { changed: string[] }) | Refused | undefined {
  const known = set.changes.get(productIds.get(pulled.externalId) ?? "");
  const why = known ? undefined : unfitVariants(set, item, pulled, rules);
  if (why !== undefined) return { refused: why };
  try {
    return applyOne(set, { item, pulled }, known, { rules, newId: context.newId, nowMs: context.now() });
  } catch (error) {
    const refused = refusedBy(error);
    set.dropNames();
    return refused;
  }
}

/** Takes in a page of a platform's products, and notes it in the job. Returns what became of them. */
export const applyPulled = mutation(
  "connectors.apply-pulled",
  async (
    tx,
    given: Pulled & { jobId: string },
    context,
  ): Promise<{ updated: number; pulled: number; skipped: number; errors: number }> => {
    const { connectorId, jobId } = given;
    const { counts, mappings, settledIds, notes, levels, applied, varied } = await applyPulledTo(tx, given, context);
    await notePushed.run(tx, { connectorId, jobId, counts, mappings, missing: [], notes }, context);
    // What was sent of a product that is as it was stays known.
    const changedIds = applied.flatMap(({ id, created, changed }) => (created || changed.length > 0 ? [id] : []));
    const productIds = [...new Set([...changedIds, ...varied])];
    await markPulled(tx, { connectorId, productIds, settledIds });
    await putShopLevels(tx, connectorId, levels);
    await wantImages(tx, { connectorId, productIds: picturedOf(applied) }, context);
    return counts;
  },
);
