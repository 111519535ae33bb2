import type { Reader } from "../ports.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { TEXT, TEXT_OR_NULL } from "../table.ts";

const MEMBERSHIP = selection("entity", { id: TEXT, code: TEXT, name: TEXT, price_channel: TEXT_OR_NULL });

/** An active entity that a product is a member of, by name. */
export const listMemberships = (db: Reader, productId: string): Promise<SelectedBy<typeof MEMBERSHIP>[]> =>
  db.all(
    `select ${MEMBERSHIP.selected} from product_entity member
      join entity on entity.tenant_id = :tenant and entity.id = member.entity_id and entity.is_active = 1
      where member.tenant_id = :tenant and member.product_id = :productId order by entity.name, entity.id`,
    { productId },
    MEMBERSHIP.read,
  );
