import { domainToASCII } from "node:url";
import { Type } from "@sinclair/typebox";
import { findCompetitorsByDomain, isCodeTaken } from "../../../db/competitors/competitors.ts";
import { jsonOrNullColumn } from "../../../db/keyed-table.ts";
import type { Reader } from "../../../db/ports.ts";
import { FLAG, NUMBER, NUMBER_OR_NULL, TEXT_OR_NULL } from "../../../db/table.ts";
import { idParams, orNull, Uuid } from "../../http/input/fields.ts";
import { invalidBody, required } from "../../http/output/errors.ts";
import { duplicateResource } from "../../http/output/faults/duplicate-resource.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { rowsById } from "../../kit/resource/expansion.ts";
import {
  type Field,
  flagField,
  hiddenField,
  jsonField,
  nameField,
  sentOnce,
  shownField,
  textField,
  webAddressField,
} from "../../kit/resource/fields.ts";
import { BY_NAME } from "../../kit/resource/named.ts";
import { record } from "../../kit/resource/record.ts";
import { PageRules, ruleProblems } from "../price-monitor/page/selectors/page-rules.ts";
import { VIEW_MONITOR } from "../price-monitor/policies.ts";

/** A host name as it is compared: in lower case, in ASCII, without `www.`. */
export const domainOf = (host: string): string => domainToASCII(host.toLowerCase()).replace(/^www\./, "");

/** The host name of an address and those above it, the longest first: `de.shop.example`, `shop.example`. */
export function domainsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const labels = domainOf(new URL(url).hostname).split(".");
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join("."));
}

/** The tenant's own code for a competitor. */
export const CompetitorCode = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
  description: "Unique; the source of its prices among those of a product.",
  examples: ["bigshop"],
});
/** A host name, as competitors are known by. */
export const HostName = Type.String({
  minLength: 3,
  maxLength: 253,
  pattern: "^[^\\s/:@.]+(\\.[^\\s/:@.]+)+$",
  description: "A host name, without `https://` and a path. Those below it count, too.",
  examples: ["bigshop.example"],
});
const isBlacklisted = { ...FLAG, computed: "competitor.blacklisted_at_ms is not null" };

/** Another shop that sells what we sell. */
export const Competitor = record({
  table: "competitor",
  noun: "competitor",
  fields: {
    code: sentOnce(textField(CompetitorCode, { shown: CompetitorCode })),
    name: nameField(200, "Shown to users.", { example: "Big Shop" }),
    base_url: webAddressField(),
    domains: {
      ...jsonField<string[]>(
        Type.Array(HostName, {
          maxItems: 50,
          description:
            "An observation with an unknown name whose address is there is this competitor's. Each is of one only.",
        }),
        [],
      ),
      normalize: (domains: string[]) => [...new Set(domains.map(domainOf))],
    },
    page_rules: {
      input: orNull(PageRules),
      output: orNull(PageRules),
      column: jsonOrNullColumn<PageRules>(),
      initial: null,
    } satisfies Field<PageRules | null>,
    is_marketplace: flagField(
      false,
      "Others sell there: each `seller_name` is a competitor of its own from then on. Default false.",
    ),
    marketplace_id: shownField(
      orNull(Uuid, "The marketplace that it sells on. Null: a shop of its own."),
      TEXT_OR_NULL,
      null,
    ),
    is_moving: shownField(Type.Boolean({ description: "What was seen of it is being merged or split." }), FLAG, false),
    merged_into: hiddenField(TEXT_OR_NULL, null),
    is_active: flagField(true, "Default true; observations of an inactive competitor are rejected."),
    is_blacklisted: shownField(Type.Boolean(), isBlacklisted, false),
    blacklist_reason: shownField(orNull(Type.String()), TEXT_OR_NULL, null),
    observations_count: shownField(Type.Integer({ minimum: 0 }), NUMBER, 0),
    blacklisted_at_ms: hiddenField(NUMBER_OR_NULL, null),
    deleted_at_ms: hiddenField(NUMBER_OR_NULL, null),
  },
  ...BY_NAME,
});

export const { create: createCompetitor, update: updateCompetitor } = changesOf("competitors", Competitor, {
  check: async (tx, row) => {
    required(isShown(row) ? row : undefined, "competitor", row.id);
    const problems = ruleProblems(row.page_rules);
    if (problems.length > 0) throw invalidBody(problems);
    const other = await isCodeTaken(tx, row.code, row.id);
    if (other !== undefined) throw duplicateResource("code", row.code, other, "competitor");
    const [there] = (await findCompetitorsByDomain(tx, row.domains)).filter(({ id }) => id !== row.id);
    if (there) throw duplicateResource("domains", there.domain, there.id, "competitor");
  },
});

export const CompetitorParams = idParams({ competitor_id: "competitor" });

/** Whether it is neither deleted nor part of another. */
export const isShown = (row: { deleted_at_ms: number | null; merged_into: string | null }): boolean =>
  row.deleted_at_ms === null && row.merged_into === null;

/** One that is shown. */
export async function findShown(db: Reader, id: string) {
  const found = await Competitor.table.find(db, id);
  return found && isShown(found) ? found : undefined;
}

/** For answers that name competitors; a deleted one is not shown. */
export const competitorsById = rowsById(Competitor, VIEW_MONITOR, (row) =>
  isShown(row) ? Competitor.bodyOf(row) : undefined,
);
