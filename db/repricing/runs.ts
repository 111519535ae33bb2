import type { Reader, Tx } from "../ports.ts";
import { json, number, text } from "../rows.ts";

/** A change that a simulation found, or that is to be made: `[product, rule, rule's name, list, before, after, reason]`. */
export type PlannedChange = [
  productId: string,
  ruleId: string,
  ruleName: string,
  priceListId: string | null,
  beforeCents: number | null,
  afterCents: number,
  reason: string,
];

/** The rules that a simulation or run goes by, with what decided of each. */
export type SimulatedRules = [id: string, fingerprint: string][];

export interface Simulation {
  id: string;
  rules: SimulatedRules;
  evaluated: number;
  skipped: number;
  expiresAtMs: number;
}

export const insertSimulation = (tx: Tx, { rules, ...simulation }: Simulation): Promise<number> =>
  tx.run(
    `insert into repricing_simulation (tenant_id, id, rules, evaluated, skipped, expires_at_ms)
      values (:tenant, :id, :rules, :evaluated, :skipped, :expiresAtMs)`,
    { ...simulation, rules: JSON.stringify(rules) },
  );

/** A product that a simulation has passed over, and why. */
export type PlannedSkip = [productId: string, reason: string];

/** So many entries are in each part of a simulation but the last. */
const PART_SIZE = 500;

/** Keeps what a simulation has found, in parts. */
export function insertSimulationParts(
  tx: Tx,
  simulationId: string,
  isSkipped: boolean,
  entries: readonly (PlannedChange | PlannedSkip)[],
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(entries.length / PART_SIZE) }, (_, place) => ({
    simulationId,
    isSkipped: isSkipped ? 1 : 0,
    place,
    entries: JSON.stringify(entries.slice(place * PART_SIZE, (place + 1) * PART_SIZE)),
  }));
  return tx.runMany(
    `insert into repricing_simulation_part (tenant_id, simulation_id, is_skipped, place, entries)
      values (:tenant, :simulationId, :isSkipped, :place, :entries)`,
    parts,
  );
}

export const findSimulation = (db: Reader, id: string): Promise<Simulation | undefined> =>
  db.first(
    `select id, rules, evaluated, skipped, expires_at_ms from repricing_simulation
      where tenant_id = :tenant and id = :id`,
    { id },
    (row) => ({
      id: text(row, "id"),
      rules: json(row, "rules") as SimulatedRules, // written by `insertSimulation`
      evaluated: number(row, "evaluated"),
      skipped: number(row, "skipped"),
      expiresAtMs: number(row, "expires_at_ms"),
    }),
  );

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
  const parts = await db.all(
    `select entries from repricing_simulation_part
      where tenant_id = :tenant and simulation_id = :simulationId and is_skipped = :isSkipped
        and place between :first and :last order by place`,
    { simulationId, isSkipped: isSkipped ? 1 : 0, first, last },
    (row) => json(row, "entries") as unknown[], // written by `insertSimulationParts`
  );
  return parts.flat().slice(from - first * PART_SIZE, from - first * PART_SIZE + limit);
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
