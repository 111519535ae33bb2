import type { ApiDocument } from "../api/document.ts";
import type { GridColumn } from "../ui/grid-row.tsx";
import { type Field, fieldsOf, type Schema, writeEntry } from "../ui/schema.ts";
import { show } from "../ui/value.tsx";
import { fieldWord } from "../words/fields.ts";

/** A product as lists have it. */
export type ProductRow = Record<string, unknown> & { id: string; title: string };

/** Shown until somebody chooses. */
export const FIRST_COLUMNS: readonly string[] = [
  "primary_image_url",
  "title",
  "ean",
  "brand_name",
  "workflow_status",
  "completeness_score",
  "price",
  "stock",
];
const WIDTHS: Readonly<Record<string, number>> = {
  ean: 140,
  primary_image_url: 70,
  title: 220,
  description: 320,
  completeness_score: 142,
  price: 90,
  stock: 80,
};
const HIDDEN = /(^|_)id$|^deleted_at$/;

const schemaOf = (document: ApiDocument, name: string): Field[] => {
  const schema: Schema | undefined = document.components.schemas[name];
  return schema ? fieldsOf(schema, document.components.schemas) : [];
};

/** Every column of the list: what the description says that a product of a list has. */
export function columnsOf(document: ApiDocument): GridColumn<ProductRow>[] {
  const writable = new Set(schemaOf(document, "ProductInput").map(({ name }) => name));
  const parameters = document.paths["/api/v1/products"]?.["get"]?.parameters ?? [];
  const sortable = new Set(parameters.find(({ name }) => name === "sort_by")?.schema?.enum ?? []);
  return schemaOf(document, "ProductListItem")
    .filter(({ name }) => !HIDDEN.test(name))
    .map((field) => {
      const isNumber = field.kind === "number" || (field.kind === "integer" && field.name !== "completeness_score");
      return {
        field,
        label: fieldWord(field),
        width: WIDTHS[field.name] ?? 120,
        isNumber,
        isEditable: writable.has(field.name) && field.kind !== "json",
        ...(sortable.has(field.name) ? { sort: field.name } : {}),
        show: (row) =>
          field.name === "title" ? (
            <a href={`/products/${row.id}`} tabIndex={-1}>
              {row.title}
            </a>
          ) : (
            show(field, row[field.name])
          ),
        entryOf: (row) => writeEntry(field, row[field.name]),
      };
    });
}

/** The fields that many products can be given at once. */
export const bulkFields = (document: ApiDocument): Field[] =>
  schemaOf(document, "ProductInput").filter(({ kind }) => kind !== "json");

/** The fields of a new product. */
export const newFields = (document: ApiDocument): Field[] =>
  schemaOf(document, "ProductInput").filter(({ name }) =>
    ["title", "ean", "reference", "brand_name", "price", "cost_price", "description"].includes(name),
  );

const NO_FILTER = new Set([
  "page",
  "per_page",
  "skip",
  "limit",
  "cursor",
  "sort_by",
  "sort_order",
  "fields",
  "ids",
  "eans",
]);
/** Every filter that the list takes, as fields of a form. */
export function filtersOf(document: ApiDocument): Field[] {
  const parameters = document.paths["/api/v1/products"]?.["get"]?.parameters ?? [];
  const properties = parameters
    .filter(({ name, in: place }) => place === "query" && name && !NO_FILTER.has(name))
    .map(({ name = "", schema = {}, description }) => {
      const choices =
        schema.type === "array" && schema.items?.enum ? { enum: schema.items.enum, type: "string" } : schema;
      return [name, { ...choices, ...(description ? { description } : {}) }] as const;
    });
  return fieldsOf({ properties: Object.fromEntries(properties) }, document.components.schemas);
}
