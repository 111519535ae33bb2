import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

/** Which prompt serves a purpose, for the group or for an entity. */
export interface Binding {
  id: string;
  /** `null`: the group. */
  entityId: string | null;
  purpose: string;
  promptSlug: string;
  updatedAtMs: number;
}

const read = (row: Row): Binding => ({
  id: text(row, "id"),
  entityId: textOrNull(row, "entity_id"),
  purpose: text(row, "purpose"),
  promptSlug: text(row, "prompt_slug"),
  updatedAtMs: number(row, "updated_at_ms"),
});

/** By entity and purpose, the group's first. Absent: all. */
export const listBindings = (
  db: Reader,
  { entityId, purpose }: { entityId?: string | undefined; purpose?: string | undefined } = {},
): Promise<Binding[]> =>
  db.all(
    `select id, entity_id, purpose, prompt_slug, updated_at_ms from prompt_binding
      where tenant_id = :tenant and (:entityId is null or entity_id = :entityId) and (:purpose is null or purpose = :purpose)
      order by ifnull(entity_id, ''), purpose`,
    { entityId: entityId ?? null, purpose: purpose ?? null },
    read,
  );

/** Where a prompt is bound. */
export const listBindingsOf = (db: Reader, promptSlug: string): Promise<Binding[]> =>
  db.all(
    `select id, entity_id, purpose, prompt_slug, updated_at_ms from prompt_binding
      where tenant_id = :tenant and prompt_slug = :promptSlug order by ifnull(entity_id, ''), purpose`,
    { promptSlug },
    read,
  );

/** Of the group (`null`) or of an entity, for some purposes. */
export const findBindings = (db: Reader, entityId: string | null): Promise<Binding[]> =>
  db.all(
    `select id, entity_id, purpose, prompt_slug, updated_at_ms from prompt_binding
      where tenant_id = :tenant and ifnull(entity_id, '') = :entityId`,
    { entityId: entityId ?? "" },
    read,
  );

export const putBinding = (tx: Tx, binding: Binding): Promise<number> =>
  tx.run(
    `insert into prompt_binding (tenant_id, id, entity_id, purpose, prompt_slug, updated_at_ms)
      values (:tenant, :id, :entityId, :purpose, :promptSlug, :updatedAtMs)
      on conflict (tenant_id, ifnull(entity_id, ''), purpose) do update set prompt_slug = excluded.prompt_slug,
        updated_at_ms = excluded.updated_at_ms`,
    { ...binding },
  );

export const deleteBinding = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from prompt_binding where tenant_id = :tenant and id = :id", { id });
