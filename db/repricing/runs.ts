import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { json, number } from "../rows.ts";
import { FLAG, jsonColumn, NUMBER, TEXT, type ValuesOf } from "../table.ts";

/**
 * A change that a simulation found, or that is to be made: `[product, rule, rule's name, list, before, after, reason,
 * currency, rate]`.
 */
export type PlannedChange = [
  productId: string,
  ruleId: string,
  ruleName: string,
  priceListId: string | null,
  beforeCents: number | null,
  afterCents: number,
  reason: string,
  /** ISO 4217, of both amounts. */
  currency: string,
  /** Units of that currency for one euro, by which they were worked out; `null`: they are in euros. */
  exchangeRate: number | null,
];

/** The rules that a simulation or run goes by, with what decided of each. */
export type SimulatedRules = [id: string, fingerprint: string][];

const SIMULATION = {
  id: TEXT,
  rules: jsonColumn<SimulatedRules>(),
  evaluated: NUMBER,
  skipped: NUMBER,
  expiresAtMs: NUMBER,
};
export const simulations = keyedTable("repricing_simulation", SIMULATION);
export type Simulation = ValuesOf<typeof SIMULATION>;

/** A product that a simulation has passed over, and why. */
export type PlannedSkip = [productId: string, reason: string];

/** The number of entries in each part of a simulation but the last. */
const PART_SIZE = 500;

const parts = keyedTable(
  "repricing_simulation_part",
  { simulationId: TEXT, isSkipped: FLAG, place: NUMBER, entries: jsonColumn<unknown[]>() },
  ["simulationId", "isSkipped", "place"],
);

/** Keeps what a simulation has found, in parts. */
export function insertSimulationParts(
  tx: Tx,
  simulationId: string,
  isSkipped: boolean,
  entries: readonly (PlannedChange | PlannedSkip)[],
): Promise<void> {
  const each = Array.from({ length: Math.ceil(entries.length / PART_SIZE) }, (_, place) => ({
    simulationId,
    isSkipped,
    place,
    entries: entries.slice(place * PART_SIZE, (place + 1) * PART_SIZE),
  }));
  return parts.insertAll(tx, each);
}

export const findSimulation = (db: Reader, id: string): Promise<Simulation | undefined> => simulations.find(db, { id });

/** The changes of one part of a simulation; `undefined` behind the last. */
export const findSimulationPart = (
  db: Reader,
  simulationId: string,
  place: number,
): Promise<PlannedChange[] | undefined> =>
  db.first(
    `select entries from repricing_simulation_part
      where tenant_id = :tenant and simulation_id = :simulationId and is_skipped = 0 and place = :place`,
    { simulationId, place },
    (row) => json(row, "entries") as PlannedChange[], // written by `insertSimulationParts`
  );

interface EntryRange {
  simulationId: string;
  isSkipped: boolean;
  /** The first entry, counted from 0. */
  from: number;
  limit: number;
}

/** Entries of a simulation from one on, in their order; as they were written. */
async function listEntries(db: Reader, { simulationId, isSkipped, from, limit }: EntryRange): Promise<unknown[]> {
  const first = Math.floor(from / PART_SIZE);
  const last = Math.floor((from + limit - 1) / PART_SIZE);
  const found = await db.all(
    `select entries from repricing_simulation_part
      where tenant_id = :tenant and simulation_id = :simulationId and is_skipped = :isSkipped
        and place between :first and :last order by place`,
    { simulationId, isSkipped: isSkipped ? 1 : 0, first, last },
    (row) => json(row, "entries") as unknown[], // written by `insertSimulationParts`
  );
  return found.flat().slice(from - first * PART_SIZE, from - first * PART_SIZE + limit);
}

export const listSimulatedChanges = async (
  db: Reader,
  range: Omit<EntryRange, "isSkipped">,
): Promise<PlannedChange[]> => (await listEntries(db, { ...range, isSkipped: false })) as PlannedChange[];

export const listSimulatedSkips = async (db: Reader, range: Omit<EntryRange, "isSkipped">): Promise<PlannedSkip[]> =>
  (await listEntries(db, { ...range, isSkipped: true })) as PlannedSkip[];

/** How many changes, or skipped products, a simulation has found. */
export const countSimulated = (db: Reader, simulationId: string, isSkipped: boolean): Promise<number> =>
  db.one(
    `select ifnull(sum(json_array_length(entries)), 0) as found from repricing_simulation_part
      where tenant_id = :tenant and simulation_id = :simulationId and is_skipped = :isSkipped`,
    { simulationId, isSkipped: isSkipped ? 1 : 0 },
    (row) => number(row, "found"),
  );

/** Forgets simulations that have run out, of the tenant. */
export const deleteOldSimulations = (tx: Tx, nowMs: number): Promise<number> =>
  tx.run("delete from repricing_simulation where tenant_id = :tenant and expires_at_ms < :nowMs", { nowMs });

export const setSimulated = (tx: Tx, rules: SimulatedRules, atMs: number): Promise<void> =>
  tx.runMany(
    `update repricing_rule set last_simulated_at_ms = :atMs, simulated_as = :fingerprint
      where tenant_id = :tenant and id = :id`,
    rules.map(([id, fingerprint]) => ({ id, fingerprint, atMs })),
  );
