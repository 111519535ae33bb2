import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";

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
