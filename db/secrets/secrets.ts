import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { type SelectedBy, selection } from "../selection.ts";
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

const STORED = selection("secret", { tenantId: TEXT, place: TEXT, field: TEXT, keyId: TEXT, sealed: TEXT });
/** A secret of any tenant, encrypted. */
export type StoredSecret = SelectedBy<typeof STORED>;

/** Secrets of all tenants behind `after`. Safe: they are encrypted, and only the change of keys asks for them. */
export const listAllSecrets = (
  db: Reader,
  { after, limit }: { after: Pick<StoredSecret, "tenantId" | "place" | "field">; limit: number },
): Promise<StoredSecret[]> =>
  db.all(
    `select ${STORED.selected} from secret
      where (tenant_id, place, field) > (:tenantId, :place, :field)
      order by tenant_id, place, field limit :limit`,
    { tenantId: after.tenantId, place: after.place, field: after.field, limit },
    STORED.read,
  );
