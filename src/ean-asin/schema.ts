import { Type } from "@sinclair/typebox";
import { MAPPING_SOURCES, MAPPING_STATUSES } from "../../db/ean-asin/mappings.ts";
import { oneOf } from "../http/one-of.ts";
import { metaPageOf, PageQuery } from "../http/page.ts";

export const DEFAULT_MARKETPLACE = "amazon.fr";
const LOOKUPS_MAX = 500;
const APPLIED_MAX = 1000;
export const ERRORS_MAX = 1000;

const Id = Type.String({ format: "uuid", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
const Time = Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.000Z"] });
const Code = Type.String({
  pattern: "^[\\s\\-]*(?:\\d[\\s\\-]*){8,14}$",
  maxLength: 60,
  description: "EAN, UPC or GTIN of 8 to 14 digits; blanks and dashes are left out.",
  examples: ["4006381333931"],
});
const Asin = Type.String({
  pattern: "^[A-Za-z0-9]{1,20}$",
  description: "Kept in upper case.",
  examples: ["B000J6A2LQ"],
});
const Marketplace = Type.String({
  pattern: "^[a-z0-9][a-z0-9.\\-]{0,49}$",
  description: `In lower case. ${DEFAULT_MARKETPLACE} when absent.`,
  examples: [DEFAULT_MARKETPLACE],
});
const Status = oneOf(MAPPING_STATUSES, { description: "Only active mappings are applied.", examples: ["active"] });
const Confidence = Type.Number({ minimum: 0, maximum: 1, description: "How sure it is, 0 to 1.", examples: [1] });
const ColumnName = Type.String({ minLength: 1, maxLength: 255, pattern: "\\S", examples: ["ean"] });
const nullable = <T extends typeof ColumnName | typeof Marketplace>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const TEMPLATE = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", examples: ["Seller central report"] }),
  ean_column: ColumnName,
  asin_column: ColumnName,
  marketplace_column: nullable(ColumnName, "Column that names the marketplace of a row, if there is one."),
  marketplace: nullable(Marketplace, `For rows that name none; ${DEFAULT_MARKETPLACE} when null.`),
  delimiter: oneOf([",", ";", "\t", "|"], {
    description: "Between the columns. A comma when absent.",
    examples: [","],
  }),
};

export const TemplateParams = Type.Object({ template_id: Type.Integer({ minimum: 1, examples: [1] }) });
export const TemplateCreate = Type.Object(
  {
    name: TEMPLATE.name,
    ean_column: TEMPLATE.ean_column,
    asin_column: TEMPLATE.asin_column,
    marketplace_column: Type.Optional(TEMPLATE.marketplace_column),
    marketplace: Type.Optional(TEMPLATE.marketplace),
    delimiter: Type.Optional(TEMPLATE.delimiter),
  },
  { examples: [{ name: "Seller central report", ean_column: "ean", asin_column: "asin" }] },
);
export const TemplateUpdate = Type.Partial(TemplateCreate, { examples: [{ delimiter: ";" }] });
export const TemplateBody = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  ...TEMPLATE,
  created_at: Time,
  updated_at: Time,
});
export const TemplatePage = metaPageOf(TemplateBody);

export const MappingParams = Type.Object({ mapping_id: Id });
export const MappingCreate = Type.Object({
  ean: Code,
  asin: Asin,
  marketplace: Type.Optional(Marketplace),
  status: Type.Optional(Status),
  confidence: Type.Optional(Confidence),
});
export const MappingUpdate = Type.Partial(MappingCreate, { examples: [{ status: "rejected" }] });
export const MappingBody = Type.Object({
  id: Id,
  ean: Code,
  asin: Asin,
  marketplace: Marketplace,
  product_id: Type.Union([Id, Type.Null()], { description: "The product with this EAN; null when there is none." }),
  status: Status,
  confidence: Confidence,
  source: oneOf(MAPPING_SOURCES, { description: "What made it." }),
  created_at: Time,
  updated_at: Time,
});
export const MappingPage = metaPageOf(MappingBody);
export const MappingQuery = Type.Object({
  ...PageQuery.properties,
  ean: Type.Optional(Code),
  asin: Type.Optional(Asin),
  marketplace: Type.Optional(Type.String({ maxLength: 50, examples: [DEFAULT_MARKETPLACE] })),
  status: Type.Optional(Status),
  product_id: Type.Optional(Id),
});

export const AsinLookup = Type.Object({
  eans: Type.Array(Code, { minItems: 1, maxItems: LOOKUPS_MAX, examples: [["4006381333931"]] }),
  marketplace: Type.Optional(Marketplace),
});
export const AsinLookupBody = Type.Object({
  items: Type.Array(
    Type.Object({
      ean: Code,
      asin: Type.Union([Asin, Type.Null()], { description: "Null when there is no mapping." }),
      status: Type.Union([Status, Type.Null()], { description: "Of the mapping." }),
    }),
  ),
});

export const MappingsToApply = Type.Object(
  {
    mapping_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: APPLIED_MAX })),
    all: Type.Optional(Type.Boolean({ description: "True: every active mapping." })),
  },
  { examples: [{ all: true }] },
);
export const AppliedBody = Type.Object({
  updated: Type.Integer({ minimum: 0, description: "Products that got another ASIN." }),
  skipped: Type.Integer({
    minimum: 0,
    description: "Mappings that are not active, have no product or change nothing.",
  }),
  errors: Type.Array(Type.Object({ mapping_id: Id, error_code: Type.String(), message: Type.String() })),
});

export const ImportedBody = Type.Object({
  created: Type.Integer({ minimum: 0 }),
  updated: Type.Integer({ minimum: 0 }),
  errors: Type.Array(
    Type.Object({
      row: Type.Integer({ minimum: 1, description: "Number of the row in the file, the header being 1." }),
      message: Type.String({ examples: ["The EAN must have 8 to 14 digits"] }),
    }),
    { maxItems: ERRORS_MAX, description: `The first ${ERRORS_MAX}.` },
  ),
});
