import { keyedTable } from "../keyed-table.ts";
import type { Tx } from "../ports.ts";
import { TEXT, type ValuesOf } from "../table.ts";

/** Whose texts: empty ids mean all entities and configurations. */
const PLACE = { productId: TEXT, language: TEXT, entityId: TEXT, configurationId: TEXT };
export type TextPlace = ValuesOf<typeof PLACE>;

const MACHINE_TEXT = { ...PLACE, field: TEXT, textHash: TEXT };
/** Texts that machines wrote, by their digests. */
export const machineTexts = keyedTable("machine_text", MACHINE_TEXT, [
  "productId",
  "language",
  "entityId",
  "configurationId",
  "field",
]);

/** Forgets that a machine wrote these fields: somebody answers for them now. */
export const forgetMachineTexts = (tx: Tx, place: TextPlace, field: readonly string[]): Promise<number> =>
  machineTexts.erase(tx, { ...place, field });
