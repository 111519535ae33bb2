import { Type } from "@sinclair/typebox";
import { RULE_CODES } from "../../db/compliance/checks.ts";
import { DOCUMENT_TYPES } from "../../db/compliance/documents.ts";
import { SEVERITIES } from "../../db/compliance/rules.ts";
import { oneOf } from "../http/one-of.ts";
import { metaPageOf, PageQuery } from "../http/page.ts";
import { ProductUpdate } from "../products/product-fields.ts";
import { COMPLIANCE_STATUSES } from "./judge.ts";

const IDS_MAX = 1000;
const CATEGORIES_MAX = 200;

const Id = Type.String({ format: "uuid", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
const Time = Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.000Z"] });
const Count = Type.Integer({ minimum: 0 });
const Score = Type.Integer({ minimum: 0, maximum: 100, description: "Share of the rules it meets, in percent." });
const Status = oneOf(COMPLIANCE_STATUSES, {
  description: "A failed error makes a product non-compliant, a failed warning is one.",
});
const Severity = oneOf(SEVERITIES, { examples: ["warning"] });
const RuleId = oneOf(RULE_CODES, { examples: ["HS_CODE"] });

const Check = Type.Object({
  rule_id: RuleId,
  code: RuleId,
  severity: Severity,
  passed: Type.Boolean(),
  message: Type.String({ examples: ["The customs code (HS code) is missing"] }),
});

export const OverviewBody = Type.Object({
  total: Count,
  compliant: Count,
  warning: Count,
  non_compliant: Count,
  rate: Type.Number({ minimum: 0, maximum: 100, description: "Compliant products in percent, two decimals." }),
  by_rule: Type.Array(Type.Object({ rule_id: RuleId, code: RuleId, severity: Severity, failed: Count })),
});

export const IssueQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Status),
  rule: Type.Optional(RuleId),
  severity: Type.Optional(Severity),
});
export const IssuePage = metaPageOf(
  Type.Object({
    product_id: Id,
    ean: Type.Union([Type.String(), Type.Null()]),
    title: Type.String(),
    status: Status,
    score: Score,
    checks: Type.Array(Check, { description: "Those that failed." }),
  }),
);

export const CheckRequest = Type.Object(
  {
    product_ids: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: IDS_MAX, description: "All products when absent." }),
    ),
  },
  { examples: [{}] },
);
export const CheckedBody = Type.Object({
  checked: Type.Integer({ minimum: 0, description: "Products; those that are not there are left out." }),
  compliant: Count,
  warning: Count,
  non_compliant: Count,
});

const FIELD_NAMES = [
  "reach_compliant",
  "rohs_compliant",
  "ce_marked",
  "weee_category",
  "energy_class",
  "recyclable",
  "eco_friendly",
  "carbon_footprint_kg",
  "hs_code",
  "country_of_origin",
  "dangerous_goods",
  "dangerous_goods_class",
  "warranty_type",
  "warranty_duration",
] as const;
export const FIELDS: readonly string[] = FIELD_NAMES;

export const ProductParams = Type.Object({ product_id: Id });
export const ComplianceFields = Type.Pick(ProductUpdate, [...FIELD_NAMES], {
  examples: [{ dangerous_goods: true, dangerous_goods_class: "3" }],
});
export const ComplianceBody = Type.Object({
  product_id: Id,
  status: Status,
  score: Score,
  checks: Type.Array(Check),
  fields: Type.Record(Type.String(), Type.Unknown(), { description: "What the rules look at; null when unset." }),
  checked_at: Time,
});

export const DocumentParams = Type.Object({ product_id: Id, document_id: Id });
export const DocumentForm = {
  type: Type.Optional(oneOf(DOCUMENT_TYPES, { description: "`other` when absent.", examples: ["certificate"] })),
  title: Type.Optional(Type.String({ maxLength: 255, examples: ["REACH declaration 2026"] })),
  valid_until: Type.Optional(Type.String({ format: "date", description: "The last day.", examples: ["2028-12-31"] })),
};
export const DocumentBody = Type.Object({
  id: Id,
  product_id: Id,
  type: oneOf(DOCUMENT_TYPES, { examples: ["certificate"] }),
  title: Type.Union([Type.String(), Type.Null()], { description: "Null when there is none." }),
  url: Type.String({ description: "Where the file is; it asks for the same rights." }),
  valid_until: Type.Union([Type.String({ format: "date" }), Type.Null()], { description: "Null: it does not end." }),
  created_at: Time,
});
export const DocumentsBody = Type.Object({ product_id: Id, items: Type.Array(DocumentBody), total: Count });

export const RuleParams = Type.Object({ rule_id: Type.String({ maxLength: 100, examples: ["HS_CODE"] }) });
export const RuleUpdate = Type.Object(
  {
    severity: Type.Optional(Severity),
    is_active: Type.Optional(Type.Boolean()),
    category_ids: Type.Optional(
      Type.Array(Id, {
        maxItems: CATEGORIES_MAX,
        description: "The categories it is for, with all below them; empty: all products.",
      }),
    ),
  },
  { examples: [{ severity: "error" }] },
);
export const RuleBody = Type.Object({
  id: RuleId,
  code: RuleId,
  severity: Severity,
  is_active: Type.Boolean(),
  category_ids: Type.Array(Id),
  message: Type.String({ description: "What it says of a product that fails." }),
});
export const RulesBody = Type.Object({ items: Type.Array(RuleBody), total: Count });
