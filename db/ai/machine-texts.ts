import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { TEXT, type ValuesOf } from "../table.ts";

/** Whose texts: empty ids mean all entities and configurations. */
const PLACE = { productId: TEXT, language: TEXT, entityId: TEXT, configurationId: TEXT };
export type TextPlace = ValuesOf<typeof PLACE>;

const MACHINE_TEXT = { ...PLACE, field: TEXT, textHash: TEXT };
const table = keyedTable("machine_text", MACHINE_TEXT, [
  "productId",
  "language",
  "entityId",
  "configurationId",
  "field",
]);
/** A text that a machine wrote, by its digest. */
export type MachineText = ValuesOf<typeof MACHINE_TEXT>;

export const putMachineTexts = (tx: Tx, texts: readonly MachineText[]): Promise<void> => table.saveAll(tx, texts);

/** What a machine wrote of a product's texts in one place; `field`: only that one. */
export const listMachineTexts = (db: Reader, place: TextPlace & { field?: string }): Promise<MachineText[]> =>
  table.list(db, { where: place });

/** Forgets that a machine wrote these fields: somebody answers for them now. */
export const forgetMachineTexts = (tx: Tx, place: TextPlace, field: readonly string[]): Promise<number> =>
  table.erase(tx, { ...place, field });
