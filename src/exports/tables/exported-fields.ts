import type { ExportedProduct, ExportMember } from "../../../db/exports/exported-product.ts";
import { gradeOf } from "../../../db/products/shown.ts";
import { PRODUCT_FIELDS as CATALOGUE_FIELDS, inPlace } from "../../products/fields/catalogue.ts";
import { namedUrls } from "../../products/media/named-images.ts";
import { isoOfMs, isoOfUs } from "../../text/instant.ts";
import type { Column, ExportValue } from "./table.ts";

/** A column of products, which knows what it reads of them. */
export interface ProductColumn extends Column<ExportedProduct> {
  needs: readonly ExportMember[];
}

/** One field of a product that can be exported. */
export interface ProductField extends ProductColumn {
  /** Other names that requests may use for it. */
  aliases: readonly string[];
  /** The same field in the pivot language alone; absent: it has no languages. */
  pivot?: ProductField;
}

/** What a field reads of a product, and how: of anything else it cannot know. */
const field = <M extends ExportMember>(
  name: string,
  needs: readonly M[],
  read: (product: Pick<ExportedProduct, M>) => ExportValue,
  ...aliases: string[]
): ProductField => ({ name, kind: "plain", needs, read, aliases });

/** What of a product is a single value. */
type ScalarMember = {
  [M in ExportMember]: ExportedProduct[M] extends string | number | null ? M : never;
}[ExportMember];

/** A field that is a member of the product as it is. */
const own = (name: string, member: ScalarMember, ...aliases: string[]): ProductField =>
  field(name, [member], (product) => product[member], ...aliases);
/** An id, a word of a fixed set, a time: it needs no escaping. */
const code = (word: ProductField): ProductField => ({ ...word, kind: "code" });
const extra = (name: string): ProductField => ({
  ...field(name, ["extra"], (product) => {
    const value = product.extra[name];
    // It was read from a JSON column.
    return value === undefined ? null : (value as ExportValue);
  }),
  sparseName: name,
});

/** Whether an export shows nothing for a value. */
export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** A field with a text in each language: where the requested language has none, the pivot's is taken. */
const translated = ({ sparseName, ...pivot }: ProductField): ProductField => ({
  ...pivot,
  pivot: { ...pivot, ...(sparseName !== undefined && { sparseName }) },
  needs: [...pivot.needs, "content"],
  read: (product) => {
    if (product.content === null) return pivot.read(product);
    const translation = product.content[pivot.name];
    // It was read from a JSON column.
    return isEmpty(translation) ? pivot.read(product) : (translation as ExportValue);
  },
});

/** A column in its place. */
interface FieldAt {
  name: string;
  field: ProductField;
  /** The column that it stands behind, where it does not come next. */
  behind?: string | undefined;
  /** Catalog exports have it: in the order of this list, or behind that column. */
  inCatalog?: boolean | string | undefined;
}

/** The columns that come from the catalogue of fields. */
const CATALOGUED: readonly FieldAt[] = CATALOGUE_FIELDS.flatMap((each) => {
  const { name, exportAs = name, exportAliases = [], column, means, place, kind, isTranslated, behind } = each;
  if (exportAs === false || means !== undefined || place === "elsewhere") return [];
  // Each column of the catalogue is a single value.
  const plain = column ? own(exportAs, column.key as ScalarMember, ...exportAliases) : extra(exportAs);
  const field: ProductField = { ...plain, kind: kind.exportKind ?? "plain" };
  const inCatalog = each.in?.includes("catalog-export") && (behind?.["catalog-export"] ?? true);
  return [{ name: exportAs, field: isTranslated ? translated(field) : field, behind: behind?.export, inCatalog }];
});

const fieldAt = (field: ProductField, behind?: string, inCatalog = false): FieldAt => ({
  name: field.name,
  field,
  behind,
  inCatalog,
});

/** Those that are named by something else than the product, or computed. */
const OTHERS: readonly FieldAt[] = [
  fieldAt(own("brand", "brandName", "brand_name"), "attributes", true),
  fieldAt(own("category", "categoryPath", "category_path"), "brand_id", true),
  fieldAt(own("supplier_code", "supplierCode"), "category_id", true),
  fieldAt(own("stock", "stock"), "tax_rate", true),
  fieldAt(code(field("is_active", ["status"], ({ status }) => status === "active")), "lifecycle_status", true),
  fieldAt(own("completeness_score", "completenessScore"), "is_active", true),
  fieldAt(
    code(field("completeness_grade", ["completenessScore"], ({ completenessScore }) => gradeOf(completenessScore))),
    "completeness_score",
  ),
  fieldAt(
    {
      ...field("image_urls", ["mediaUrls", "imageUrl", "extra"], (product) =>
        product.mediaUrls.length > 0 ? product.mediaUrls : namedUrls(product),
      ),
      kind: "address",
    },
    "image_url",
  ),
  fieldAt(
    code(field("discontinued", ["lifecycleStatus"], ({ lifecycleStatus }) => lifecycleStatus === "discontinued")),
    "pattern",
  ),
  fieldAt(
    field("tags", ["tagNames"], ({ tagNames }) => tagNames),
    "compatibility",
  ),
  fieldAt(code(field("created_at", ["createdAtMs"], ({ createdAtMs }) => isoOfMs(createdAtMs))), "compatibility", true),
  fieldAt(code(field("updated_at", ["updatedAtUs"], ({ updatedAtUs }) => isoOfUs(updatedAtUs))), "created_at", true),
];

const ORDERED = inPlace([fieldAt(code(own("id", "id")), undefined, true), ...CATALOGUED, ...OTHERS]);

/** Every field of a product, in the order in which an export has them. */
export const EXPORT_FIELDS: readonly ProductField[] = ORDERED.map(({ field }) => field);

/** The names of the columns of `/products/export`, in their order. */
export const CATALOG_COLUMNS: readonly string[] = inPlace(
  ORDERED.flatMap(({ name, inCatalog }) =>
    inCatalog ? [{ name, behind: inCatalog === true ? undefined : inCatalog }] : [],
  ),
).map(({ name }) => name);

const BY_NAME: ReadonlyMap<string, ProductField> = new Map(
  EXPORT_FIELDS.flatMap((each) => [each.name, ...each.aliases].map((name) => [name, each] as const)),
);

/** What `Table.sparse` returns for a product. */
export const sparseValues = ({ extra }: Pick<ExportedProduct, "extra">): Readonly<Record<string, unknown>> => extra;

/** The field of that name or alias; `undefined` when there is none. */
export const findProductField = (name: string): ProductField | undefined => BY_NAME.get(name);
