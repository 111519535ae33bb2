import { mutation } from "../../db/ports.ts";
import {
  deleteOldSimulations,
  insertSimulation,
  insertSimulationParts,
  type PlannedChange,
  type SimulatedRules,
  setSimulated,
} from "../../db/repricing/runs.ts";

/** How long a simulation can be run. Source: S40.5. */
const KEPT_MS = 86_400_000;
const PART = 500;

interface Found {
  rules: SimulatedRules;
  changes: PlannedChange[];
  evaluated: number;
  skipped: number;
}

/** Keeps what a simulation has found, to be run within a day. Returns its id, and until when. */
export const keepSimulation = mutation(
  "repricing.keep-simulation",
  async (tx, { rules, changes, evaluated, skipped }: Found, { now, newId }) => {
    const [id, expiresAtMs] = [newId(), now() + KEPT_MS];
    await deleteOldSimulations(tx, now());
    await insertSimulation(tx, { id, rules, evaluated, skipped, expiresAtMs });
    const parts = Array.from({ length: Math.ceil(changes.length / PART) }, (_, place) =>
      changes.slice(place * PART, (place + 1) * PART),
    );
    await insertSimulationParts(tx, id, parts);
    await setSimulated(tx, rules, now());
    return { id, expiresAtMs };
  },
);
