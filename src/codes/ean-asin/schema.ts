import { Type } from "@sinclair/typebox";
import { MAPPING_STATUSES } from "../../../db/ean-asin/mappings.ts";
import { orNull, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { metaPageOf, PageQuery } from "../../http/input/page.ts";
import { Mapping } from "./mapping.ts";
import { Asin, Code, DEFAULT_MARKETPLACE, Marketplace } from "./mapping-codes.ts";

const LOOKUPS_MAX = 500;
const APPLIED_MAX = 1000;
export const ERRORS_MAX = 1000;

const Status = oneOf(MAPPING_STATUSES, { description: "Only active mappings are applied.", examples: ["active"] });

export const MappingPage = metaPageOf(Mapping.Body);
export const MappingQuery = Type.Object({
  ...PageQuery.properties,
  ean: Type.Optional(Code),
  asin: Type.Optional(Asin),
  marketplace: Type.Optional(Type.String({ maxLength: 50, examples: [DEFAULT_MARKETPLACE] })),
  status: Type.Optional(Status),
  product_id: Type.Optional(Uuid),
});

export const AsinLookup = Type.Object({
  eans: Type.Array(Code, { minItems: 1, maxItems: LOOKUPS_MAX, examples: [["4006381333931"]] }),
  marketplace: Type.Optional(Marketplace),
});
export const AsinLookupBody = Type.Object({
  items: Type.Array(
    Type.Object({
      ean: Code,
      asin: orNull(Asin, "Null if there is no mapping."),
      status: orNull(Status, "Status of the mapping."),
    }),
  ),
});

export const MappingsToApply = Type.Object(
  {
    mapping_ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: APPLIED_MAX })),
    all: Type.Optional(Type.Boolean({ description: "True applies all active mappings." })),
  },
  { examples: [{ all: true }] },
);
export const AppliedBody = Type.Object({
  updated: Type.Integer({ minimum: 0, description: "Number of products updated." }),
  skipped: Type.Integer({
    minimum: 0,
    description: "Mappings that are inactive, have no product or change nothing.",
  }),
  errors: Type.Array(Type.Object({ mapping_id: Uuid, error_code: Type.String(), message: Type.String() })),
});

export const ImportedBody = Type.Object({
  created: Type.Integer({ minimum: 0 }),
  updated: Type.Integer({ minimum: 0 }),
  errors: Type.Array(
    Type.Object({
      row: Type.Integer({ minimum: 1, description: "Row number in the file; the header is 1." }),
      message: Type.String({ examples: ["The EAN must have 8 to 14 digits"] }),
    }),
    { maxItems: ERRORS_MAX, description: `The first ${ERRORS_MAX}.` },
  ),
});
