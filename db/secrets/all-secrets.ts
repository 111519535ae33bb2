import type { Reader } from "../ports.ts";
import { type Row, text } from "../rows.ts";

/** A secret of any tenant, encrypted. */
export interface StoredSecret {
  tenantId: string;
  place: string;
  field: string;
  keyId: string;
  sealed: string;
}

const readStored = (row: Row): StoredSecret => ({
  tenantId: text(row, "tenant_id"),
  place: text(row, "place"),
  field: text(row, "field"),
  keyId: text(row, "key_id"),
  sealed: text(row, "sealed"),
});

/** Secrets of all tenants behind `after`. Safe: they are encrypted, and only the change of keys asks for them. */
export const listAllSecrets = (
  db: Reader,
  { after, limit }: { after: Pick<StoredSecret, "tenantId" | "place" | "field">; limit: number },
): Promise<StoredSecret[]> =>
  db.all(
    `select tenant_id, place, field, key_id, sealed from secret
      where (tenant_id, place, field) > (:tenantId, :place, :field)
      order by tenant_id, place, field limit :limit`,
    { tenantId: after.tenantId, place: after.place, field: after.field, limit },
    readStored,
  );
