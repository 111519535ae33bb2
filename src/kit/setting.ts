import { type Mutation, type MutationContext, mutation, type Reader, type Tx } from "../../db/ports.ts";
import { findSetting, putSetting } from "../../db/settings/settings.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { type Conditional, requireVersion, versionOf } from "../http/output/etag.ts";

/** What a tenant decides for itself, stored under a name. */
export interface Setting<T> {
  name: string;
  /** As it was set, else as it is from the beginning. */
  find: (db: Reader) => Promise<T>;
  /** Its ETag: differs whenever it does. */
  versionOf: (value: T) => string;
}

/** Declares a setting by its name and what it is until somebody sets it. */
export const setting = <T>(name: string, initial: T, version: (value: T) => string = versionOf): Setting<T> => ({
  name,
  // Only its own mutation writes it.
  find: async (db) => ((await findSetting(db, name)) as T | undefined) ?? initial,
  versionOf: version,
});

/** Some fields of a setting; those that are absent stay. */
export type Fields<T> = { [K in keyof T]?: T[K] | undefined };

/** What is put, and the versions that may be changed; `null`: any. */
export interface SettingChange<C> extends Conditional {
  change: C;
}

interface ChangeHooks<T, C> {
  /** What it becomes. Throws for what it may not be. */
  apply: (before: T, change: C, tx: Tx) => T | Promise<T>;
  /** What follows, in the same transaction. */
  changed?: (tx: Tx, after: T, context: MutationContext, before: T) => Promise<void>;
  /** What the audit log keeps of it; absent: all. */
  details?: (after: T) => Record<string, unknown>;
}

/** Declares the mutation that sets it; what stays as it is is not stored again. Throws PRECONDITION_FAILED. */
export const settingChange = <T extends object, C>(
  name: string,
  { name: resourceId, find, versionOf: version }: Setting<T>,
  { apply, changed, details = (after) => Object.fromEntries(Object.entries(after)) }: ChangeHooks<T, C>,
): Mutation<SettingChange<C>, T> =>
  mutation(name, async (tx, { change, expected }: SettingChange<C>, context): Promise<T> => {
    const before = await find(tx);
    requireVersion(expected, version(before));
    const after = await apply(before, change, tx);
    if (version(after) === version(before)) return before;
    await putSetting(tx, resourceId, after, context.now());
    await changed?.(tx, after, context, before);
    await noteAudit(tx, context, "setting.changed", resourceId, details(after));
    return after;
  });
