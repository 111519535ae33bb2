import { type Static, type TNull, type TSchema, type TUnion, Type } from "@sinclair/typebox";
import { PRODUCT_SORTS } from "../../db/products/lists/list.ts";
import { EAN_STATUSES } from "../../db/products/product-row.ts";
import { expandable } from "../http/input/expand.ts";
import { orNull, Time, Uuid } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { metaPageOf, PageQuery } from "../http/input/page.ts";
import { ProductTagBody } from "../reference/tags/schema.ts";
import { type Catalogue, PRODUCT_FIELDS } from "./fields/catalogue.ts";
import type { Kind } from "./fields/kinds.ts";
import { FILTER_QUERY } from "./lists/filter-schema.ts";
import { Images } from "./media/media-body.ts";
import { CONTENT_FIELDS } from "./views/resolve-content.ts";

const Text = Type.String();
const UpdatedAt = Type.String({
  format: "date-time",
  description: "Time of the last change, to the microsecond; unique and increasing within the tenant.",
  examples: ["2026-11-21T10:00:00.123456Z"],
});

const Flag = (description: string) => Type.Optional(Type.Boolean({ description }));
export const ProductListParameters = Type.Object({
  ...PageQuery.properties,
  // Without their types, which the list has no use for: it reads them by name.
  ...(FILTER_QUERY as object),
  sort_by: Type.Optional(oneOf(PRODUCT_SORTS, { description: "Default created_at." })),
  sort_order: Type.Optional(oneOf(["asc", "desc"] as const, { description: "Default desc." })),
});

export const ProductQuery = Type.Object({
  entity_id: Type.Optional(Type.String({ format: "uuid", description: "Resolve texts for this entity." })),
  configuration_id: Type.Optional(
    Type.String({
      format: "uuid",
      description: "Resolve texts for this configuration; overrides those of the entity.",
    }),
  ),
  include_deleted: Flag("Include deleted products. Default false."),
});

export const DeletionQuery = Type.Object({
  permanent: Flag("Erase it permanently with all its data. Default false."),
});

/** What an answer has of a field: a value, and null unless it always has one. */
type ShownOf<F> = F extends { kind: Kind<infer Body, infer Shown> }
  ? F extends { isUnchanged: true }
    ? SchemaOf<Body, Shown>
    : TUnion<[SchemaOf<Body, Shown>, TNull]>
  : never;
type SchemaOf<Body, Shown> = Shown extends TSchema ? Shown : Body extends TSchema ? Body : never;

/** The fields that lists and single products show. */
type ShownFields = {
  [K in keyof Catalogue as Catalogue[K] extends { shown: string } ? K : never]: ShownOf<Catalogue[K]>;
};

const SHOWN = Object.fromEntries(
  PRODUCT_FIELDS.flatMap(({ name, kind, shown, isUnchanged }) => {
    if (shown === undefined) return [];
    const schema = kind.shown ?? kind.body;
    return [[name, isUnchanged ? schema : orNull(schema, shown === "" ? undefined : shown)]];
  }),
) as ShownFields; // as its type says

/** The further fields as they are read: null without a value. Formats are not repeated, old values may precede them. */
const EXTRA_SHOWN: Record<string, TSchema> = Object.fromEntries(
  PRODUCT_FIELDS.flatMap(({ name, kind: { body }, place }) => {
    if (place !== "extra") return [];
    const { description }: { description?: string } = body;
    return [[name, orNull("type" in body && body["type"] === "string" ? Type.String() : body, description)]];
  }),
);

/** What a list and a single product have in common. */
const COMMON = {
  id: Uuid,
  ...SHOWN,
  is_active: Type.Boolean({ description: "True if and only if the status is active." }),
  brand_name: orNull(Text),
  stock: Type.Integer({ description: "Generic stock if set, else the sum of supplier stock." }),
  primary_image_url: orNull(Text),
  completeness_score: Type.Integer({ minimum: 0, maximum: 100 }),
  completeness_grade: oneOf(["A", "B", "C", "D"] as const, { title: "Grade" }),
  created_at: Time,
  updated_at: UpdatedAt,
  deleted_at: orNull(Time, "Null unless the product is deleted."),
  ...expandable({ brand: "brand", category: "category", supplier: "supplier" }),
};

export const ProductListItem = Type.Object(
  {
    ...COMMON,
    title: Text,
    short_description: orNull(Text),
    description: orNull(Text),
    category_name: orNull(Text),
    supplier_name: orNull(Text),
  },
  { title: "ProductListItem" },
);
export type ListItem = Static<typeof ProductListItem>;
/** In answers with a total. */
export const TotalIsEstimate = Type.Optional(
  Type.Boolean({
    description:
      "True if `total` may be up to one second old, which happens on lists of more than 10,000 products. " +
      "Absent if `total` is exact.",
  }),
);
const PlainPage = metaPageOf(ProductListItem).properties;
export const ProductPage = Type.Object({
  items: PlainPage.items,
  meta: Type.Object({ ...PlainPage.meta.properties, total_is_estimate: TotalIsEstimate }, { title: "ProductPageMeta" }),
});

const Source = Type.Object(
  { language: Text, layer: oneOf(["configuration", "entity", "group"] as const) },
  { title: "TextSource" },
);

const ProductFields = Type.Object({
  ...COMMON,
  barcode: orNull(Text, "The same as `ean`."),
  ean_status: oneOf(EAN_STATUSES),
  title: Text,
  short_description: orNull(Text),
  description: orNull(Text),
  discontinued: Type.Boolean(),
  brand: orNull(Type.Object({ id: Uuid, name: orNull(Text) })),
  category: orNull(
    Type.Object({
      id: Uuid,
      name: orNull(Text),
      path: orNull(Text, 'Names from the root to the category, joined with " > ".'),
    }),
  ),
  supplier_code: orNull(Text),
  supplier: orNull(Type.Object({ id: Uuid, code: orNull(Text), name: orNull(Text) })),
  tags: Type.Array(ProductTagBody),
  media: Type.Array(Images.Body),
  resolved: Type.Object(
    {
      language: Type.String({ description: "The language of the title." }),
      pivot_language: Text,
      entity_id: orNull(Uuid),
      configuration_id: orNull(Uuid),
      sources: Type.Object(Object.fromEntries(CONTENT_FIELDS.map((field) => [field, Type.Optional(Source)])), {
        description: "Source of each text.",
      }),
    },
    { description: "How the texts were resolved." },
  ),
});

export type ProductAnswer = Static<typeof ProductFields>;
export const ProductBody = Type.Unsafe<ProductAnswer>(Type.Object({ ...ProductFields.properties, ...EXTRA_SHOWN }));

const Missing = Type.Array(Type.String(), { description: "Fields without a value." });

export const CompletenessBody = Type.Object({
  product_id: Uuid,
  score: Type.Integer(),
  grade: oneOf(["A", "B", "C", "D"] as const),
  criteria: Type.Array(Type.Object({ field: Text, weight: Type.Integer(), filled: Type.Boolean() })),
  missing: Missing,
  by_language: Type.Record(Type.String(), Type.Object({ score: Type.Integer(), missing: Missing })),
});

export const EmptyBody = Type.Object({});
