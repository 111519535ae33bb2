import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { selection } from "../selection.ts";
import { TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const SEALED = {
  field: TEXT,
  /** Which key opens it. */
  keyId: TEXT,
  sealed: TEXT,
  /** What the API shows of it; `null`: nothing. */
  hint: TEXT_OR_NULL,
};
const table = keyedTable("secret", { place: TEXT, ...SEALED }, ["place", "field"]);
const { selected, read } = selection("secret", SEALED);
/** An encrypted secret as it is stored. */
export type SealedSecret = ValuesOf<typeof SEALED>;

/** The secrets of one place, such as `settings/smtp`. A place has a handful at most. */
export const listSecrets = (db: Reader, place: string): Promise<SealedSecret[]> =>
  db.all(`select ${selected} from secret where tenant_id = :tenant and place = :place order by field`, { place }, read);

export const putSecret = (tx: Tx, place: string, secret: SealedSecret) => table.save(tx, { place, ...secret });

/** Leaves the one that is there, if there is one. */
export const insertSecret = (tx: Tx, place: string, secret: SealedSecret) => table.note(tx, { place, ...secret });

export const deleteSecret = (tx: Tx, place: string, field: string) => table.erase(tx, { place, field });

export const deleteSecrets = (tx: Tx, place: string) => table.erase(tx, { place });

/** A secret encrypted again. */
export interface ResealedSecret {
  place: string;
  field: string;
  /** What it was before: a secret that was changed meanwhile stays. */
  before: string;
  keyId: string;
  sealed: string;
}

export const updateSealed = (tx: Tx, { place, field, before, keyId, sealed }: ResealedSecret) =>
  tx.run(
    `update secret set key_id = :keyId, sealed = :sealed
      where tenant_id = :tenant and place = :place and field = :field and sealed = :before`,
    { place, field, before, keyId, sealed },
  );
