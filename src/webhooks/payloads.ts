import { type TProperties, Type } from "@sinclair/typebox";
import { ALERT_TYPES } from "../../db/price-alerts/alerts.ts";
import { orNull } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import type { EventType } from "../vocabulary.ts";

const PRODUCT_ID = "01a2138f-6c50-7000-8f1e-5d7a3c9b2e41";
const IMPORT_ID = "01a21390-1f2a-7000-9c44-8be1d0f7a362";

const idOf = (what: string) => Type.String({ format: "uuid", description: `${what}.` });
const said = (description: string) => Type.String({ description });
const counted = (description: string) => Type.Integer({ minimum: 0, description });
const ProductId = idOf("The product's id");
const ProductName = said("Its name.");
const Ean = orNull(Type.String(), "Its EAN. Null: the product has none.");
const FileName = said("Name of the file that was imported.");
const ImportId = idOf("The import's id");
const TotalRows = counted("Rows of the file.");
const Supplier = { id: idOf("The supplier's id"), code: said("Its code."), name: said("Its name.") };
const Fields = Type.Array(Type.String(), { description: "What was changed, by the names of requests." });
const Eans = Type.Array(Type.String(), { maxItems: 50, description: "The first 50." });
const Count = counted("How many there were in all.");
const choice = (values: readonly string[], description: string) => oneOf(values, { description });

/** What is said of an event. */
export interface Payload {
  /** When it is sent. */
  summary: string;
  data: TProperties;
  example: Record<string, unknown>;
}

const codes = (summary: string): Payload => ({
  summary,
  data: { eans: Eans, count: Count },
  example: { eans: ["4006381333931", "4006381333948"], count: 2 },
});

/** What `data` of each event holds. Every event that the tests emit is held against it. */
export const PAYLOADS: Record<EventType, Payload> = {
  "product.created": {
    summary: "A product was added, but not by an import",
    data: {
      id: ProductId,
      ean: Ean,
      name: ProductName,
      source: choice(["api", "ext", "appsync", "connector", "repricing"], "Where it came from."),
    },
    example: { id: PRODUCT_ID, ean: "4006381333931", name: "Highlighter", source: "appsync" },
  },
  "product.updated": {
    summary: "A product was changed, but not by an import",
    data: { id: ProductId, ean: Ean, name: ProductName, updated_fields: Fields },
    example: { id: PRODUCT_ID, ean: "4006381333931", name: "Highlighter", updated_fields: ["price", "stock"] },
  },
  "product.deleted": {
    summary: "A product was deleted; or all of them, then `all` and `count` are all there is",
    data: {
      id: Type.Optional(ProductId),
      ean: Type.Optional(Ean),
      name: Type.Optional(ProductName),
      permanent: Type.Optional(Type.Boolean({ description: "True: it cannot be restored." })),
      all: Type.Optional(Type.Boolean({ description: "True: all products were deleted at once." })),
      count: Type.Optional(counted("How many, where all were deleted.")),
    },
    example: { id: PRODUCT_ID, ean: "4006381333931", name: "Highlighter", permanent: false },
  },
  "import.started": {
    summary: "An import began to apply its rows",
    data: {
      id: ImportId,
      file_name: FileName,
      supplier_code: orNull(Type.String(), "Code of its supplier. Null: it names none."),
      import_type: Type.String({ description: "Source of the file; `manual` for an upload." }),
      total_rows: TotalRows,
    },
    example: { id: IMPORT_ID, file_name: "list.csv", supplier_code: "ACME", import_type: "manual", total_rows: 120 },
  },
  "import.completed": {
    summary: "An import has applied its rows, some perhaps with errors",
    data: {
      id: ImportId,
      status: choice(["completed", "completed_with_errors"], "Whether all rows were applied."),
      total_rows: TotalRows,
      successful_rows: counted("Rows that were applied."),
      failed_rows: counted("Rows with an error: `/imports/{import_id}/errors` has them."),
      products_created: counted("Products that the import added."),
      products_updated: counted("Products that the import changed."),
      duration_seconds: Type.Number({ minimum: 0, description: "How long it worked." }),
    },
    example: {
      id: IMPORT_ID,
      status: "completed_with_errors",
      total_rows: 120,
      successful_rows: 119,
      failed_rows: 1,
      products_created: 100,
      products_updated: 19,
      duration_seconds: 1.84,
    },
  },
  "import.failed": {
    summary: "An import cannot go on",
    data: {
      id: ImportId,
      file_name: FileName,
      error_code: orNull(Type.String(), "As `/docs/errors` explains."),
      error_message: orNull(Type.String(), "What went wrong."),
    },
    example: {
      id: IMPORT_ID,
      file_name: "list.csv",
      error_code: "IMPORT_PARSE_FAILED",
      error_message: "The file has no rows",
    },
  },
  "supplier.created": {
    summary: "A supplier was added",
    data: Supplier,
    example: { id: PRODUCT_ID, code: "ACME", name: "Acme Paper" },
  },
  "supplier.updated": {
    summary: "A supplier was changed",
    data: { ...Supplier, updated_fields: Fields },
    example: { id: PRODUCT_ID, code: "ACME", name: "Acme Paper", updated_fields: ["phone"] },
  },
  "ean.resolved": {
    summary: "A code was found, or a row that waited for its code has one",
    data: {
      ean: said("The code that was found."),
      product_id: orNull(ProductId, "Id of its product. Null: it waits in an import."),
      sku: orNull(Type.String(), "The product's SKU. Null: it has none."),
      name: orNull(Type.String(), "The product's name. Null: it has none."),
      source: choice(["catalog", "variant", "pending_import", "manual", "lookup", "import"], "Where it was found."),
    },
    example: { ean: "4006381333931", product_id: PRODUCT_ID, sku: "A-100", name: "Highlighter", source: "catalog" },
  },
  "price.alert": {
    summary: "A competitor's price or stock set an alert off",
    data: {
      id: idOf("Id of what was observed, as in the alert's history"),
      alert_id: idOf("The alert's id"),
      product_id: ProductId,
      product_title: said("The product's name."),
      ean: Ean,
      own_price: orNull(Type.Number(), "Your price. Null: not known."),
      alert_type: choice(ALERT_TYPES, "What the alert waits for."),
      threshold: orNull(
        Type.Number(),
        "What the price was compared with: an amount, or for `change_pct` percent. Null: with nothing.",
      ),
      competitor_id: idOf("The competitor's id"),
      competitor_name: said("Its name."),
      url: Type.String({ description: "Where the price was seen." }),
      observed_price: Type.Number({ description: "The competitor's price." }),
      previous_price: orNull(Type.Number(), "Its price before. Null: not known."),
      change_pct: orNull(Type.Number(), "By how many percent it changed. Null: no price was known before."),
      channels: Type.Array(choice(["in_app", "webhook", "email"], "Who is told."), { description: "Who is told." }),
      triggered_at: Type.String({ format: "date-time", description: "When it was observed." }),
    },
    example: {
      id: "01a21391-33c0-7000-a5d1-0c9e4f7b6a18",
      alert_id: "01a2138e-7b1d-7000-b2f6-94c0d3e8a571",
      product_id: PRODUCT_ID,
      product_title: "Highlighter",
      ean: "4006381333931",
      own_price: 2,
      alert_type: "below",
      threshold: 1.8,
      competitor_id: "01a2138d-90aa-7000-8c37-2e6f5b1d4c09",
      competitor_name: "Paper World",
      url: "https://paperworld.example/highlighter",
      observed_price: 1.75,
      previous_price: 1.95,
      change_pct: -10.26,
      channels: ["in_app", "webhook"],
      triggered_at: "2026-11-21T10:00:00.123Z",
    },
  },
  "price.updated": codes("The ERP interface has set prices"),
  "stock.updated": codes("The ERP interface has set stock"),
  test: {
    summary: "`POST /webhooks/{webhook_id}/test` was called",
    data: { webhook_id: idOf("The webhook's id"), message: said("Always this text.") },
    example: { webhook_id: IMPORT_ID, message: "This is a test event" },
  },
};
