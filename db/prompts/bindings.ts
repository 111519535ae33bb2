import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const BINDING = {
  id: TEXT,
  /** `null`: the group. */
  entityId: TEXT_OR_NULL,
  purpose: TEXT,
  promptSlug: TEXT,
  updatedAtMs: NUMBER,
};
const table = keyedTable("prompt_binding", BINDING);
/** Which prompt serves a purpose, for the group or for an entity. */
export type Binding = ValuesOf<typeof BINDING>;
const { selected, read } = table;

/** By entity and purpose, the group's first. Absent: all. */
export const listBindings = (
  db: Reader,
  { entityId, purpose }: { entityId?: string | undefined; purpose?: string | undefined } = {},
): Promise<Binding[]> =>
  db.all(
    `select ${selected} from prompt_binding
      where tenant_id = :tenant and (:entityId is null or entity_id = :entityId) and (:purpose is null or purpose = :purpose)
      order by ifnull(entity_id, ''), purpose`,
    { entityId: entityId ?? null, purpose: purpose ?? null },
    read,
  );

/** Where a prompt is bound. */
export const listBindingsOf = (db: Reader, promptSlug: string): Promise<Binding[]> =>
  db.all(
    `select ${selected} from prompt_binding
      where tenant_id = :tenant and prompt_slug = :promptSlug order by ifnull(entity_id, ''), purpose`,
    { promptSlug },
    read,
  );

/** Of the group (`null`) or of an entity, for some purposes. */
export const findBindings = (db: Reader, entityId: string | null): Promise<Binding[]> =>
  db.all(
    `select ${selected} from prompt_binding
      where tenant_id = :tenant and ifnull(entity_id, '') = :entityId`,
    { entityId: entityId ?? "" },
    read,
  );

export const putBinding = (tx: Tx, binding: Binding): Promise<void> =>
  table.insertAll(
    tx,
    [binding],
    `on conflict (tenant_id, ifnull(entity_id, ''), purpose) do update set
        ${table.excluded("promptSlug", "updatedAtMs")}`,
  );

export const deleteBinding = (tx: Tx, id: string): Promise<number> => table.erase(tx, { id });
