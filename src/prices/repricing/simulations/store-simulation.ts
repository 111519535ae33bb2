import { mutation } from "../../../../db/ports.ts";
import {
  deleteOldSimulations,
  insertSimulationParts,
  type PlannedChange,
  type PlannedSkip,
  type SimulatedRules,
  setSimulated,
  simulations,
} from "../../../../db/repricing/runs.ts";
import { retentionMs } from "../../../config/retention.ts";

interface Found {
  rules: SimulatedRules;
  changes: PlannedChange[];
  evaluated: number;
  skips: PlannedSkip[];
}

/** Keeps what a simulation has found, to be run within a day. Returns its id, and until when. */
export const storeSimulation = mutation(
  "repricing.keep-simulation",
  async (tx, { rules, changes, evaluated, skips }: Found, { now, newId }) => {
    const [id, expiresAtMs] = [newId(), now() + retentionMs("simulations")]; // Source: S40.5.
    await deleteOldSimulations(tx, now());
    await simulations.insert(tx, { id, rules, evaluated, skipped: skips.length, expiresAtMs });
    await insertSimulationParts(tx, id, false, changes);
    await insertSimulationParts(tx, id, true, skips);
    await setSimulated(tx, rules, now());
    return { id, expiresAtMs };
  },
);
