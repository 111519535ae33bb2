import type { Language } from "../../../http/output/messages.ts";
import { supplierKey } from "../../../products/changes/set/change-set.ts";
import type { Identity } from "../../../products/changes/set/items.ts";
import { filledText } from "../../../text/unknown-values.ts";
import type { ImportOptions } from "../../map/import-options.ts";
import type { MappedRow } from "../../map/row/mapped-row.ts";
import type { UsableEan } from "../../map/values/ean-of-cell.ts";

/** A row of the file with what the rest of the file says about it. */
export interface ChunkRow extends MappedRow {
  /** An earlier row names the same EAN, or, where it has none, the same SKU. */
  isRepeated: boolean;
  /** The values that a later row of the same product brings again: they count only when this row makes the product. */
  superseded: string[];
  /** In a file that writes a product and its variants as rows: which product the row belongs to. */
  place?: VariantPlace | undefined;
}

/** Where a row belongs that is one of several of a product. */
export interface VariantPlace {
  /** The reference of the product. */
  parent: string;
  /** The row is not the product itself. */
  isChild: boolean;
  /** Another reference that the product may have here, from a file in which it had no variants. */
  alias: string | null;
  /** The variant that the row is; `null` when it is the product and nothing else. */
  variant: RowVariant | null;
  /** The row is all that the file says of the product: the variant that it is where the product has variants here. */
  lone: RowVariant | null;
}

/** What a row says of a variant; `undefined` where it says nothing, money in cents. */
export interface RowVariant {
  sku: string;
  /** What it is called where another product has that reference: made of the product's and what the variant differs in. */
  ownSku: string;
  ean: UsableEan | null;
  options: Record<string, string>;
  price: unknown;
  comparePrice: unknown;
  costPrice: unknown;
  stock: unknown;
  weight: unknown;
  image: string | undefined;
  isActive: unknown;
}

/** A row whose supplier is known. */
export interface SuppliedRow extends ChunkRow {
  /** The row's own supplier, else the import's; `null` when neither is named. */
  supplier: RowSupplier | null;
  /** The row itself names it: such rows may hold what the catalog shows, which is the sum of all suppliers. */
  isSupplierNamed: boolean;
}

export interface RowSupplier {
  id: string;
  code: string;
}

/** What holds for every row of a run. */
export interface RunSettings {
  importId: string;
  /** The import's own; `null` when it names none. */
  supplier: RowSupplier | null;
  /** The language whose texts the product itself holds. */
  pivot: string;
  /** The file is an export of ours in one language, which has the pivot's text where there is no translation. */
  showsPivot: boolean;
  /** Of the messages. */
  language: Language;
  options: ImportOptions;
}

/** Rows go to the writer in chunks of this many: more gain nothing and make other writers wait. */
export const CHUNK_ROWS = 500;

/** What a row says about which product it means. */
export type RowIdentity = Required<Identity>;

/** What the row says of it; the supplier's reference is not yet that of one supplier. */
export const identityOf = ({ ean, values }: MappedRow): RowIdentity => ({
  gtin14: ean?.gtin14 ?? null,
  reference: filledText(values["reference"]),
  supplierReference: filledText(values["supplier_reference"]),
});

/** The same, with the supplier's reference as one of that supplier: two suppliers may use one for two products. */
export function suppliedIdentityOf(row: SuppliedRow): RowIdentity {
  const identity = identityOf(row);
  const { supplierReference: reference } = identity;
  if (reference === null) return identity;
  return { ...identity, supplierReference: row.supplier ? supplierKey(row.supplier.id, reference) : null };
}

/** The reference alone of one that `supplierKey` wrote. */
export const referenceIn = (key: string): string => key.slice(key.indexOf("\n") + 1);

/** The name of the product: of the pivot language, else of the first language that has one, which is reported then. */
export function nameOf({ values, content }: MappedRow): { name: string; language: string | null } | undefined {
  const name = filledText(values["name"]);
  if (name !== null) return { name, language: null };
  for (const [language, texts] of Object.entries(content)) {
    const title = filledText(texts["title"]);
    if (title !== null) return { name: title, language };
  }
  return undefined;
}
