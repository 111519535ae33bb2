import type { ExportedProduct, ExportMember } from "../../../db/exports/exported-product.ts";
import {
  listMainSuppliers,
  listOverrides,
  listScopedTexts,
  type ProductOverride,
  type ScopedTexts,
  type SupplierTerms,
} from "../../../db/exports/profile-facts.ts";
import type { Reader } from "../../../db/ports.ts";
import { listOfferedPrices, type OfferedPrice } from "../../../db/pricing/price-lists.ts";
import { listActiveVariants, type Variant } from "../../../db/variants/variants.ts";
import { findTaxModel, type TaxModel } from "../../prices/tax/tax-model.ts";
import type { Column } from "../tables/table.ts";

/** What a page of products is read with besides their own members: one statement each for the whole page. */
export interface PageFacts {
  variants: ReadonlyMap<string, readonly Variant[]>;
  offers: ReadonlyMap<string, readonly OfferedPrice[]>;
  texts: ReadonlyMap<string, readonly ScopedTexts[]>;
  overrides: ReadonlyMap<string, readonly ProductOverride[]>;
  suppliers: ReadonlyMap<string, SupplierTerms>;
  /** By what prices with and without tax become each other; `null`: tax is left out of account. */
  tax: TaxModel | null;
  /** When prices are to apply. */
  nowMs: number;
}
export type Fact = "variants" | "offers" | "texts" | "suppliers" | "tax";

/** One row of a file: a product, or one of its variants. */
export interface ProfileRow {
  product: ExportedProduct;
  /** `null`: the product itself. */
  variant: Variant | null;
  facts: PageFacts;
}

/** What a value needs to be read. */
export interface Needs {
  members: readonly ExportMember[];
  facts: readonly Fact[];
  /** Languages other than the pivot's. */
  languages: readonly string[];
  entityIds: readonly string[];
}

/** Where a value comes from. */
export interface Source extends Needs, Pick<Column<ProfileRow>, "kind" | "read"> {}

export const NO_NEEDS: Needs = { members: [], facts: [], languages: [], entityIds: [] };

const NONE: PageFacts = {
  variants: new Map(),
  offers: new Map(),
  texts: new Map(),
  overrides: new Map(),
  suppliers: new Map(),
  tax: null,
  nowMs: 0,
};

const byProduct = <T extends { productId: string }>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ productId }) => productId);

/** Reads what a page of products is shown with. */
export async function readFacts(
  db: Reader,
  productIds: readonly string[],
  wanted: { facts: ReadonlySet<Fact>; entityIds: readonly string[]; nowMs: number },
): Promise<PageFacts> {
  const { facts, entityIds, nowMs } = wanted;
  const found: { -readonly [K in keyof PageFacts]: PageFacts[K] } = { ...NONE, nowMs };
  if (facts.has("variants")) found.variants = byProduct(await listActiveVariants(db, productIds));
  if (facts.has("offers")) found.offers = byProduct(await listOfferedPrices(db, productIds));
  if (facts.has("texts")) {
    found.texts = byProduct(await listScopedTexts(db, productIds, entityIds));
    found.overrides = byProduct(await listOverrides(db, productIds, entityIds));
  }
  if (facts.has("suppliers")) {
    const terms = await listMainSuppliers(db, productIds);
    found.suppliers = new Map(terms.map((each) => [each.productId, each]));
  }
  if (facts.has("tax")) found.tax = await findTaxModel(db, nowMs);
  return found;
}
