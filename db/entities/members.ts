import type { Reader } from "../ports.ts";
import { text, textOrNull } from "../rows.ts";

/** An active entity that a product is a member of, by name. */
export const listMemberships = (
  db: Reader,
  productId: string,
): Promise<{ id: string; code: string; name: string; price_channel: string | null }[]> =>
  db.all(
    `select entity.id, entity.code, entity.name, entity.price_channel from product_entity member
      join entity on entity.tenant_id = :tenant and entity.id = member.entity_id and entity.is_active = 1
      where member.tenant_id = :tenant and member.product_id = :productId order by entity.name, entity.id`,
    { productId },
    (row) => ({
      id: text(row, "id"),
      code: text(row, "code"),
      name: text(row, "name"),
      price_channel: textOrNull(row, "price_channel"),
    }),
  );
