import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { TEXT, TEXT_OR_NULL } from "../table.ts";

/** How many products are members of an entity, soft-deleted ones included; counts to `limit` at most. */
export const countMembers = (db: Reader, entityId: string, limit: number): Promise<number> =>
  db.one(
    `select count(*) as count from (
      select 1 from product_entity where tenant_id = :tenant and entity_id = :entityId limit :limit)`,
    { entityId, limit },
    (row) => number(row, "count"),
  );

/** Ends the membership of some products of an entity; says how many there were. */
export const deleteMembers = (tx: Tx, entityId: string, limit: number): Promise<number> =>
  tx.run(
    `delete from product_entity where product_entity.tenant_id = :tenant and product_entity.entity_id = :entityId
      and product_entity.product_id in (
        select member.product_id from product_entity member
          where member.tenant_id = :tenant and member.entity_id = :entityId limit :limit)`,
    { entityId, limit },
  );

/** Deletes some of the texts that products have for an entity or a configuration; says how many there were. */
export const deleteScopedContent = (
  tx: Tx,
  scope: "entity_id" | "configuration_id",
  id: string,
  limit: number,
): Promise<number> =>
  tx.run(
    `delete from content_variant where content_variant.tenant_id = :tenant and content_variant.id in (
      select scoped.id from content_variant scoped
        where scoped.tenant_id = :tenant and scoped.${scope} = :id limit :limit)`,
    { id, limit },
  );

/** Leaves an entity without a default, so that another can become it. */
export const clearDefault = (tx: Tx, { entityId, nowMs }: { entityId: string; nowMs: number }): Promise<number> =>
  tx.run(
    `update entity_configuration set is_default = 0, updated_at_ms = :nowMs, version = version + 1
      where tenant_id = :tenant and entity_id = :entityId and is_default = 1`,
    { entityId, nowMs },
  );

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
