import { type Mutation, type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { deleteCount } from "../../../db/products/owned.ts";
import type { Columns, Counted } from "../../../db/table.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { invalidBody, required } from "../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { duplicateResource } from "../../http/output/faults/duplicate-resource.ts";
import type { AuditAction } from "../../vocabulary.ts";
import { conditionsOf } from "./list.ts";
import { type Fields, type Given, type Record_, type RowOf, valueAt } from "./record.ts";

/** The column that is compared, the field to blame, and the fields within which it is unique besides the parent. */
interface Unique<F> {
  column: string;
  field: keyof F & string;
  within?: readonly (keyof F & string)[];
}

/** What the audit log notes: the words of it, `details` of a new and of a deleted one, and the new values of a changed one. */
interface Audited<Row, D> {
  created?: AuditAction;
  changed?: AuditAction;
  deleted?: AuditAction;
  details: (row: Row, how: D | undefined) => Record<string, unknown>;
}

/**
 * What a family adds to the changes that every resource has. Each runs in the transaction of its change. `S`: what the routes
 * have sealed beside the fields.
 */
export interface Hooks<F, H, D, S> {
  /** What no two of a tenant may share. */
  unique?: Unique<F>;
  /** Throws NOT_FOUND for an unknown parent. */
  requireParent?: (tx: Tx, parentId: string) => Promise<unknown>;
  /** Fills in what was not sent of a new one or follows from a change, before it is checked. */
  complete?: (tx: Tx, row: RowOf<F, H>, given: Given<F>) => RowOf<F, H> | Promise<RowOf<F, H>>;
  /** Throws what forbids it. */
  check?: (tx: Tx, row: RowOf<F, H>, before: RowOf<F, H> | undefined) => Promise<void>;
  created?: (tx: Tx, row: RowOf<F, H>, context: MutationContext, sealed: S | undefined) => Promise<void>;
  /** `fields`: those that differ, at least one. */
  changed?: (tx: Tx, change: Changed<F, H>, context: MutationContext, sealed: S | undefined) => Promise<void>;
  /**
   * Takes away what belongs to it, a part at each call; throws when it must stay. Answers whether all are deleted: then the
   * row itself goes.
   */
  empty?: (tx: Tx, row: RowOf<F, H> & Counted, how: D, context: MutationContext) => Promise<boolean>;
  deleted?: (tx: Tx, row: RowOf<F, H> & Counted, how: D, context: MutationContext) => Promise<void>;
  audit?: Audited<RowOf<F, H> & Counted, D>;
}

export interface Changed<F, H> {
  before: RowOf<F, H>;
  after: RowOf<F, H>;
  fields: (keyof F & string)[];
}

interface Target extends Conditional {
  id: string;
  /** Of what it belongs to, where it belongs to something. */
  parentId?: string | undefined;
}
interface Sealed<F, S> {
  fields: Given<F>;
  sealed?: S | undefined;
}
type Stored<F, H> = RowOf<F, H> & Counted;

/** The three changes of a resource. `D`: the options of its deletion besides its id. */
export interface Changes<F, H, D, S> {
  /** `id`: the one that `sealed` was encrypted for. */
  create: Mutation<Sealed<F, S> & { id?: string | undefined; parentId?: string | undefined }, Stored<F, H>>;
  /** With nothing new nothing is written. */
  update: Mutation<Target & Sealed<F, S>, Stored<F, H>>;
  /** Deletes one, or a part of what belongs to it: call it until it is done. */
  remove: Mutation<Target & { how: D }, { isDone: boolean }>;
}

const valuesOf = (row: object, members: readonly string[]) =>
  Object.fromEntries(members.map((member) => [member, valueAt(row, member)]));

/** Throws DUPLICATE_RESOURCE when another one, of the same parent, has what no two may share. */
async function requireFree<F extends Fields, H extends Columns>(
  tx: Tx,
  { table, noun, parentColumn, shownId }: Record_<F, H>,
  unique: Unique<F> | undefined,
  row: RowOf<F, H>,
): Promise<void> {
  if (!unique) return;
  const { column, field, within = [] } = unique;
  if (valueAt(row, column) === "") throw invalidBody([{ field, type: "invalid_value" }]);
  const compared = [...(parentColumn === undefined ? [] : [parentColumn]), ...within, column];
  const conditions = conditionsOf(valuesOf(row, compared));
  const other = (await table.listAll(tx, conditions)).find(({ id }) => id !== row.id);
  if (other) throw duplicateResource(field, valueAt(row, field), shownId(other), noun);
}

/** Writes into the audit log what a family declares. */
async function note<Row extends { id: string }, D>(
  { tx, audit, context }: { tx: Tx; audit: Audited<Row, D> | undefined; context: MutationContext },
  verb: "created" | "changed" | "deleted",
  row: Row,
  { how, changed }: { how?: D; changed?: readonly string[] } = {},
): Promise<void> {
  const action = audit?.[verb];
  if (!audit || !action) return;
  const details = changed ? { changed: valuesOf(row, changed) } : audit.details(row, how);
  await noteAudit(tx, context, action, row.id, details);
}

/**
 * The changes of a resource, named `family.create`, `family.update` and `family.delete`. They throw NOT_FOUND,
 * PRECONDITION_FAILED, VALIDATION_FAILED for a unique field without a letter, DUPLICATE_RESOURCE, and what the hooks throw.
 */
export function changesOf<F extends Fields, H extends Columns, D = undefined, S = undefined>(
  family: string,
  record: Record_<F, H>,
  hooks: Hooks<F, H, D, S> = {},
): Changes<F, H, D, S> {
  const { table, noun, blank, apply, changed, parentIdOf } = record;
  async function prepare(tx: Tx, before: RowOf<F, H>, given: Given<F>) {
    const row = apply(before, given);
    return hooks.complete ? hooks.complete(tx, row, given) : row;
  }
  async function check(tx: Tx, row: RowOf<F, H>, before?: RowOf<F, H>): Promise<void> {
    await requireFree(tx, record, hooks.unique, row);
    await hooks.check?.(tx, row, before);
  }
  const find = async (tx: Tx, { id, parentId, expected }: Target) => {
    if (parentId !== undefined) await hooks.requireParent?.(tx, parentId);
    const found = await table.find(tx, id);
    const row = required(found && parentIdOf(found) === (parentId ?? "") ? found : undefined, noun, id);
    requireVersion(expected, row.version);
    return row;
  };

  return {
    create: mutation(`${family}.create`, async (tx, { parentId, fields, sealed, ...given }, context) => {
      if (parentId !== undefined) await hooks.requireParent?.(tx, parentId);
      const id = (await table.nextId(tx)) ?? given.id ?? context.newId();
      const row = await prepare(tx, blank(id, context.now(), parentId), fields);
      await check(tx, row);
      const [stored = row] = await table.insert(tx, [row]);
      await hooks.created?.(tx, stored, context, sealed);
      const created = { ...stored, product_count: 0 };
      await note({ tx, audit: hooks.audit, context }, "created", created);
      return created;
    }),
    update: mutation(`${family}.update`, async (tx, { fields, sealed, ...target }, context) => {
      const { product_count, ...known } = await find(tx, target);
      // Without its count it is a row.
      const before = known as unknown as RowOf<F, H>;
      const prepared = await prepare(tx, before, fields);
      const differing = changed(before, prepared);
      if (differing.length === 0) return { ...before, product_count };
      const wanted = { ...prepared, updated_at_ms: context.now() };
      await check(tx, wanted, before);
      const [after = wanted] = await table.update(tx, [wanted]);
      await hooks.changed?.(tx, { before, after, fields: differing }, context, sealed);
      await note({ tx, audit: hooks.audit, context }, "changed", { ...after, product_count }, { changed: differing });
      return { ...after, product_count };
    }),
    remove: mutation(`${family}.delete`, async (tx, { how, ...target }, context) => {
      const row = await find(tx, target);
      if (hooks.empty && !(await hooks.empty(tx, row, how, context))) return { isDone: false };
      await table.erase(tx, row.id);
      if (record.isCounted) await deleteCount(tx, row.id);
      await hooks.deleted?.(tx, row, how, context);
      await note({ tx, audit: hooks.audit, context }, "deleted", row, { how });
      return { isDone: true };
    }),
  };
}
