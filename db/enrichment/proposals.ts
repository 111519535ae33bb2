import { initially, jsonOrNullColumn, keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";
import { jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

export const PROPOSAL_KINDS = ["text", "attribute", "category", "translation"] as const;
export const PROPOSAL_REASONS = ["requested", "unsure", "written", "reviewed", "edited"] as const;
export const PROPOSAL_STATES = ["waiting", "accepted", "edited", "rejected"] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];
export type ProposalReason = (typeof PROPOSAL_REASONS)[number];
export type ProposalState = (typeof PROPOSAL_STATES)[number];

const PROPOSAL = {
  id: TEXT,
  productId: TEXT,
  /** Empty: all, like `configurationId`. */
  entityId: TEXT,
  configurationId: TEXT,
  language: TEXT,
  kind: wordColumn(PROPOSAL_KINDS),
  field: TEXT,
  value: jsonColumn<unknown>(),
  previous: jsonOrNullColumn<unknown>(),
  /** The digest of `previous`. */
  baseHash: TEXT,
  confidence: NUMBER,
  reason: wordColumn(PROPOSAL_REASONS),
  flags: jsonColumn<unknown[]>(),
  sentences: jsonColumn<unknown[]>(),
  provider: TEXT,
  model: TEXT,
  promptSlug: TEXT_OR_NULL,
  promptVersion: TEXT_OR_NULL,
  batchId: TEXT_OR_NULL,
  state: initially(wordColumn(PROPOSAL_STATES), "waiting"),
  createdAtMs: NUMBER,
  decidedAtMs: initially(NUMBER_OR_NULL, null),
};
const proposals = keyedTable("ai_proposal", PROPOSAL);
/** A value that was made for a field of a product, and what has become of it. */
export type Proposal = ValuesOf<typeof PROPOSAL>;
export type NewProposal = Parameters<typeof proposals.insert>[1];

/** Which proposals; `undefined` does not restrict. Confidences are inclusive. */
export interface ProposalFilter {
  state: ProposalState;
  kind?: ProposalKind | undefined;
  reason?: ProposalReason | undefined;
  field?: string | undefined;
  language?: string | undefined;
  productId?: string | undefined;
  entityId?: string | undefined;
  batchId?: string | undefined;
  minConfidence?: number | undefined;
  maxConfidence?: number | undefined;
  /** Ids, in place of all. */
  ids?: readonly string[] | undefined;
}

const NAMES = {
  kind: "kind",
  reason: "reason",
  field: "field",
  language: "language",
  productId: "product_id",
  entityId: "entity_id",
  batchId: "batch_id",
} as const;

/** The condition of a filter besides its state, by columns of this table, and what it binds. */
function conditionOf({ state, minConfidence, maxConfidence, ids, ...rest }: ProposalFilter) {
  const same = Object.entries(NAMES).flatMap(([name, column]) =>
    rest[name as keyof typeof NAMES] === undefined ? [] : [`${column} = :${name}`],
  );
  const tests = [
    "true",
    ...same,
    ...(minConfidence === undefined ? [] : ["confidence >= :minConfidence"]),
    ...(maxConfidence === undefined ? [] : ["confidence <= :maxConfidence"]),
    ...(ids === undefined ? [] : ["id in (select value from json_each(:ids))"]),
  ];
  const given = { ...rest, minConfidence, maxConfidence, ids: ids && JSON.stringify(ids) };
  const args = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return { sql: tests.join(" and "), args: { ...args, state } };
}

/** Oldest first, or the newest. */
export function listProposals(
  db: Reader,
  filter: ProposalFilter,
  { limit, offset, order }: { limit: number; offset: number; order: "asc" | "desc" },
): Promise<Proposal[]> {
  const { sql, args } = conditionOf(filter);
  const direction = order === "asc" ? "created_at_ms, id" : "created_at_ms desc, id desc";
  return db.all(
    `select ${proposals.selected} from ai_proposal where tenant_id = :tenant and state = :state and ${sql} order by ${direction} limit :limit offset :offset`,
    { ...args, limit, offset },
    proposals.read,
  );
}

export function countProposals(db: Reader, filter: ProposalFilter): Promise<number> {
  const { sql, args } = conditionOf(filter);
  return db.one(
    `select count(*) as proposals from ai_proposal where tenant_id = :tenant and state = :state and ${sql}`,
    args,
    (row) => number(row, "proposals"),
  );
}

export const findProposal = (db: Reader, id: string): Promise<Proposal | undefined> => proposals.find(db, { id });

/** Stores values that wait; each takes the place of the one that waits for its field. */
export async function insertProposals(tx: Tx, made: readonly NewProposal[]): Promise<void> {
  for (const { productId, entityId, configurationId, language, field } of made) {
    await proposals.erase(tx, { productId, entityId, configurationId, language, field, state: "waiting" });
  }
  await proposals.insertAll(tx, made);
}

/** Notes what has become of a value. */
export const decideProposal = (
  tx: Tx,
  id: string,
  decided: { state: ProposalState; value?: unknown; decidedAtMs: number },
): Promise<number> => proposals.set(tx, { id, state: "waiting" }, decided);

/** What waits for fields that were stored meanwhile is settled. */
export const settleProposals = (
  tx: Tx,
  place: Pick<Proposal, "productId" | "entityId" | "configurationId" | "language">,
  field: readonly string[],
  decidedAtMs: number,
): Promise<number> => proposals.set(tx, { ...place, field, state: "waiting" }, { state: "accepted", decidedAtMs });
