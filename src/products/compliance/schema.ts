import { Type } from "@sinclair/typebox";
import { RULE_CODES, SEVERITIES } from "../../../db/compliance/checks.ts";
import { expandable } from "../../http/input/expand.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { metaPageOf, PageQuery } from "../../http/input/page.ts";
import { namesIn } from "../fields/catalogue.ts";
import { ProductUpdate, sentIn } from "../fields/product-fields.ts";
import { ComplianceDocument, DOCUMENT_TYPES } from "./documents.ts";
import { COMPLIANCE_STATUSES } from "./judge-product.ts";

const IDS_MAX = 1000;
const CATEGORIES_MAX = 200;

const Count = Type.Integer({ minimum: 0 });
const Score = Type.Integer({ minimum: 0, maximum: 100, description: "Percentage of rules passed." });
const Status = oneOf(COMPLIANCE_STATUSES, {
  description: "A failed rule of severity `error` makes a product non-compliant; `warning` does not.",
});
const Severity = oneOf(SEVERITIES, { examples: ["warning"] });
const RuleId = oneOf(RULE_CODES, { examples: ["HS_CODE"] });

const Check = Type.Object(
  {
    rule_id: RuleId,
    code: RuleId,
    severity: Severity,
    passed: Type.Boolean(),
    message: Type.String({ examples: ["The customs code (HS code) is missing"] }),
  },
  { title: "ComplianceCheck" },
);

export const OverviewBody = Type.Object({
  total: Count,
  compliant: Count,
  warning: Count,
  non_compliant: Count,
  rate: Type.Number({ minimum: 0, maximum: 100, description: "Percentage of compliant products, two decimals." }),
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
    product_id: Uuid,
    ean: orNull(Type.String()),
    title: Type.String(),
    status: Status,
    score: Score,
    checks: Type.Array(Check, { description: "Failed checks." }),
    ...expandable({ product: "product" }),
  }),
);

export const CheckRequest = Type.Object(
  {
    product_ids: Type.Optional(
      Type.Array(Uuid, { minItems: 1, maxItems: IDS_MAX, description: "Absent: all products." }),
    ),
  },
  { examples: [{}] },
);
export const CheckedBody = Type.Object({
  checked: Type.Integer({ minimum: 0, description: "Number of products checked; unknown ids are ignored." }),
  compliant: Count,
  warning: Count,
  non_compliant: Count,
});

/** Fields of a product that its rules look at. */
export const FIELDS: readonly string[] = namesIn("compliance");

export const ComplianceFields = Type.Object(sentIn("compliance"), {
  description: ProductUpdate.description ?? "",
  examples: [{ dangerous_goods: true, dangerous_goods_class: "3" }],
});
export const ComplianceBody = Type.Object({
  product_id: Uuid,
  status: Status,
  score: Score,
  checks: Type.Array(Check),
  fields: Type.Record(Type.String(), Type.Unknown(), { description: "Fields checked by the rules; null if not set." }),
  checked_at: Time,
});

export const DocumentParams = Type.Object({ product_id: Uuid, document_id: Uuid });
export const DocumentForm = {
  type: Type.Optional(oneOf(DOCUMENT_TYPES, { description: "Default `other`.", examples: ["certificate"] })),
  title: Type.Optional(Type.String({ maxLength: 255, examples: ["REACH declaration 2026"] })),
  valid_until: Type.Optional(
    Type.String({ format: "date", description: "Last day of validity.", examples: ["2028-12-31"] }),
  ),
};
export const DocumentBody = Type.Object({
  ...ComplianceDocument.Body.properties,
  url: Type.String({ description: "Download address; requires the same permissions." }),
});
export const DocumentsBody = Type.Object({ product_id: Uuid, items: Type.Array(DocumentBody), total: Count });

export const RuleParams = Type.Object({ rule_id: Type.String({ maxLength: 100, examples: ["HS_CODE"] }) });
export const RuleUpdate = Type.Object(
  {
    severity: Type.Optional(Severity),
    is_active: Type.Optional(Type.Boolean()),
    category_ids: Type.Optional(
      Type.Array(Uuid, {
        maxItems: CATEGORIES_MAX,
        description: "Categories it applies to, including subcategories; empty: all products.",
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
  category_ids: Type.Array(Uuid),
  message: Type.String({ description: "Message shown for a product that fails." }),
});
export const RulesBody = Type.Object({ items: Type.Array(RuleBody), total: Count });
