import { type Static, Type } from "@sinclair/typebox";
import {
  CALL_STATES,
  countLedgerRows,
  type LedgerFilter,
  type LedgerRow,
  listLedgerRows,
} from "../../../db/ai/ledger-rows.ts";
import type { Reader } from "../../../db/ports.ts";
import { csv } from "../../exports/encode/csv.ts";
import { tableOfList } from "../../exports/encode/list-file.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { keysetPage, NEWEST } from "../../http/input/keyset-page.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { flatPage, type Page, pageQuery } from "../../http/input/page.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs, isoOrNull, millisecondsOf } from "../../text/instant.ts";
import { usdOf } from "../provider/choose-model.ts";

const FILTERS = {
  provider: Type.Optional(Type.String({ maxLength: 50, description: "Of this provider or translator." })),
  model: Type.Optional(Type.String({ maxLength: 200, description: "Of this model." })),
  action: Type.Optional(Type.String({ maxLength: 50, description: "For this: a type, `translate`, `price_bot`, …" })),
  state: Type.Optional(oneOf(CALL_STATES)),
  product_id: Type.Optional(Uuid),
  job_id: Type.Optional({ ...Uuid, description: "Of this batch." }),
  from: Type.Optional(Type.String({ ...Time, description: "From this time, inclusive." })),
  to: Type.Optional(Type.String({ ...Time, description: "Before this time." })),
};
export const LedgerFilters = Type.Object(FILTERS);
export const LedgerQuery = Type.Object({ ...pageQuery().properties, ...FILTERS });

/** A call as answers show it. */
export const LedgerRows = view<LedgerRow>()(
  {
    id: [Uuid, "id"],
    at: [Time, ({ atMs }) => isoOfMs(atMs)],
    ended_at: [orNull(Time), ({ endedAtMs }) => isoOrNull(endedAtMs)],
    action: [Type.String({ examples: ["descriptions"] }), "action"],
    provider: [Type.String({ examples: ["openai"] }), "provider"],
    model: [Type.String({ examples: ["gpt-4o-mini"] }), "model"],
    state: [
      oneOf(CALL_STATES, {
        description: "`applied`: its answer is stored. `interrupted`: the process ended meanwhile.",
      }),
      "state",
    ],
    input_tokens: [Type.Integer(), "inputTokens"],
    cached_tokens: [Type.Integer({ description: "Of the input, what the provider had in its cache." }), "cachedTokens"],
    output_tokens: [Type.Integer(), "outputTokens"],
    characters: [Type.Integer({ description: "Of translators." }), "characters"],
    cost_usd: [Type.Number(), ({ costMicros }) => usdOf(costMicros)],
    baseline_cost_usd: [
      Type.Number({ description: "What the main model would have cost." }),
      ({ baselineMicros }) => usdOf(baselineMicros),
    ],
    unsettled_usd: [
      Type.Number({ description: "What it may cost, or has if its answer never came: it counts against budgets." }),
      ({ reservedMicros }) => usdOf(reservedMicros),
    ],
    prompt_slug: [orNull(Type.String()), "promptSlug"],
    product_id: [orNull(Uuid), "productId"],
    job_id: [orNull(Uuid), "jobId"],
    error: [orNull(Type.String()), "error"],
  },
  { description: "A call of a model or translator." },
);

const msOrNull = (time: string | undefined) => (time === undefined ? null : millisecondsOf(time));

const filterOf = (query: Static<typeof LedgerFilters>): LedgerFilter => ({
  provider: query.provider ?? null,
  model: query.model ?? null,
  action: query.action ?? null,
  state: query.state ?? null,
  productId: query.product_id ?? null,
  jobId: query.job_id ?? null,
  fromMs: msOrNull(query.from),
  toMs: msOrNull(query.to),
});

/** One page of a tenant's ledger, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfLedger(db: Reader, query: Static<typeof LedgerQuery>, page: Page) {
  const filter = filterOf(query);
  const { items, total, next } = await keysetPage(page, {
    name: `ledger ${JSON.stringify(filter)}`,
    shape: NEWEST,
    read: ({ after, ...range }) =>
      listLedgerRows(db, filter, { ...range, after: after && [Number(after[0]), String(after[1])] }),
    count: () => countLedgerRows(db, filter),
    place: ({ atMs, id }) => [atMs, id],
  });
  return flatPage(
    items.map((row) => LedgerRows.of(row)),
    total,
    page,
    next,
  );
}

/** The ledger as CSV, newest first, the names of fields at its head: a page at a time, as it is taken. */
export function ledgerCsv(db: Reader, query: Static<typeof LedgerFilters>): AsyncIterable<Uint8Array> {
  const filter = filterOf(query);
  const table = tableOfList(LedgerRows, (last: LedgerRow | undefined, limit) =>
    listLedgerRows(db, filter, { after: last && [last.atMs, last.id], limit, offset: 0 }),
  );
  return csv(table, { utf8Bom: false, delimiter: "," });
}
