import type { Reader } from "../ports.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { LISTED_TENANT } from "./tenants.ts";

const LISTED = selection("tenant", LISTED_TENANT);
/** A tenant as the operator sees it. */
export type ListedTenant = SelectedBy<typeof LISTED>;

/** The tenants of the instance behind `after`, by id. Safe: only a command on the machine itself asks for them. */
export const listTenants = (db: Reader, { after, limit }: { after: string; limit: number }): Promise<ListedTenant[]> =>
  db.all(
    `select ${LISTED.selected} from tenant
      where tenant_id > :after order by tenant_id limit :limit`,
    { after, limit },
    LISTED.read,
  );
