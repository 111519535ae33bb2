import type { Reader } from "../ports.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { TEXT } from "../table.ts";

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
