import { findMasks } from "../../../db/compliance/checks.ts";
import type { Reader } from "../../../db/ports.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import { metaPage, type Page } from "../../http/input/page.ts";
import type { Language } from "../../http/output/messages.ts";
import { translate } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { fieldValue } from "../fields/field-changes.ts";
import { countCall, issuesCall } from "./calls.ts";
import { openRuleBook, type Rule } from "./compliance-rules.ts";
import { checksOf, scoreOf, statusOf } from "./judge-product.ts";
import { FIELDS } from "./schema.ts";
import type { IssueFilter, Survey } from "./survey.ts";

/** How one product stands. Throws PRODUCT_NOT_FOUND. */
export async function productCompliance(
  db: Reader,
  id: string,
  { language, atMs }: { language: Language; atMs: number },
) {
  const product = await findLiveProduct(db, id);
  const book = await openRuleBook(db);
  const masks = (await findMasks(db, book.scopes, [product.id])).get(product.id) ?? { concerns: 0, faults: 0 };
  return {
    product_id: product.id,
    status: statusOf(masks.faults, book),
    score: scoreOf(masks, book),
    checks: checksOf(masks, book, language),
    fields: Object.fromEntries(FIELDS.map((field) => [field, fieldValue(product, field)])),
    checked_at: isoOfMs(atMs),
  };
}

const PERCENT = 100;

/** A survey as the overview shows it. */
export const overviewBody = ({ counts, total, byRule }: Survey, rules: readonly Rule[]) => ({
  total,
  ...counts,
  rate: total === 0 ? PERCENT : Math.round((counts.compliant * PERCENT * PERCENT) / total) / PERCENT,
  by_rule: rules.flatMap(({ code, severity }) => {
    const failed = byRule[code];
    return failed === undefined ? [] : [{ rule_id: code, code, severity, failed }];
  }),
});

/** How some products stand together. Products that are not there are left out. */
export async function checkProducts(db: Reader, ids: readonly string[]) {
  const book = await openRuleBook(db);
  const masks = await findMasks(db, book.scopes, [...new Set(ids)]);
  const checked = { checked: masks.size, compliant: 0, warning: 0, non_compliant: 0 };
  for (const { faults } of masks.values()) checked[statusOf(faults, book)]++;
  return checked;
}

/** One page of the products with faults. A worker thread looks for them. Throws INVALID_PARAMETER. */
export async function pageOfIssues(
  { services, db, language }: { services: Pick<Services, "call">; db: Reader; language: Language },
  filter: IssueFilter,
  page: Page,
) {
  const [{ items, total, next }, book] = await Promise.all([
    keysetPage(page, {
      name: `compliance-issues ${JSON.stringify(filter)}`,
      shape: ["count"],
      read: ({ after, ...range }) => services.call(issuesCall, db.tenantId, { filter, ...range, before: after?.[0] }),
      count: () => services.call(countCall, db.tenantId, filter),
      place: ({ rowId }) => [rowId],
    }),
    openRuleBook(db),
  ]);
  const bodies = items.map((product) => ({
    product_id: product.id,
    ean: product.ean,
    title: product.title,
    status: statusOf(product.faults, book),
    score: scoreOf(product, book),
    checks: checksOf(product, book, language).filter(({ passed }) => !passed),
  }));
  return metaPage(bodies, total, page, next);
}

/** A rule as the API shows it. */
export const ruleBody = ({ code, severity, isActive, categoryIds }: Rule, language: Language) => ({
  id: code,
  code,
  severity,
  is_active: isActive,
  category_ids: categoryIds,
  message: translate(language, `compliance.${code}`),
});
