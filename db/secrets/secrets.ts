import type { Reader, Tx } from "../ports.ts";
import { type Row, text, textOrNull } from "../rows.ts";

/** An encrypted secret as it is stored. */
export interface SealedSecret {
  field: string;
  /** Which key opens it. */
  keyId: string;
  sealed: string;
  /** What the API shows of it; `null`: nothing. */
  hint: string | null;
}

const readSecret = (row: Row): SealedSecret => ({
  field: text(row, "field"),
  keyId: text(row, "key_id"),
  sealed: text(row, "sealed"),
  hint: textOrNull(row, "hint"),
});

/** The secrets of one place, such as `settings/smtp`. A place has a handful at most. */
export const listSecrets = (db: Reader, place: string): Promise<SealedSecret[]> =>
  db.all(
    "select field, key_id, sealed, hint from secret where tenant_id = :tenant and place = :place order by field",
    { place },
    readSecret,
  );

export const putSecret = (tx: Tx, place: string, { field, keyId, sealed, hint }: SealedSecret) =>
  tx.run(
    `insert into secret (tenant_id, place, field, key_id, sealed, hint)
     values (:tenant, :place, :field, :keyId, :sealed, :hint)
      on conflict do update set key_id = excluded.key_id, sealed = excluded.sealed, hint = excluded.hint`,
    { place, field, keyId, sealed, hint },
  );

/** Leaves the one that is there, if there is one. */
export const insertSecret = (tx: Tx, place: string, { field, keyId, sealed, hint }: SealedSecret) =>
  tx.run(
    `insert into secret (tenant_id, place, field, key_id, sealed, hint)
     values (:tenant, :place, :field, :keyId, :sealed, :hint) on conflict do nothing`,
    { place, field, keyId, sealed, hint },
  );

export const deleteSecret = (tx: Tx, place: string, field: string) =>
  tx.run("delete from secret where tenant_id = :tenant and place = :place and field = :field", { place, field });

export const deleteSecrets = (tx: Tx, place: string) =>
  tx.run("delete from secret where tenant_id = :tenant and place = :place", { place });

/** A secret encrypted anew. */
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
