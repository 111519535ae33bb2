import { EVERY_TENANT, type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { deleteSecret, deleteSecrets, putSecret } from "../../db/secrets/secrets.ts";
import { deleteSetting, putSetting } from "../../db/settings/settings.ts";
import { findSyncKeyTenant } from "../../db/settings/sync-keys.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { type FieldProblem, invalidBody } from "../http/output/errors.ts";
import { type Conditional, requireVersion } from "../http/output/etag.ts";
import { isMetadataTarget } from "../outbound/target.ts";
import { secretsWantedAgain } from "../secrets/secret-again.ts";
import { DEPENDENCIES, type DependencyName } from "./dependencies.ts";
import type { Dependency, DependencyValue } from "./dependency.ts";
import { findDependency, placeOf, type StoredDependency, type StoredSecret } from "./read-dependency.ts";

/** The secret itself stays with who sends it: neither the input nor the result of the mutation holds it. */
export interface DependencyChange extends Conditional {
  name: DependencyName;
  isEnabled: boolean;
  value: DependencyValue;
  /** `undefined`: the one that is there stays; `null`: it goes. */
  secret: StoredSecret | null | undefined;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * No setting leads to a cloud's own services, even when the operator has opened other addresses: nothing would ever be sent
 * there.
 */
function targetProblems({ beside }: Dependency, value: DependencyValue): FieldProblem[] {
  const refused = Object.entries(value).flatMap(([name, target]) =>
    !beside.includes(name) && typeof target === "string" && isMetadataTarget(target) ? [name] : [],
  );
  return refused.map((name) => ({ field: name, type: "invalid_value", key: "settings.link_local" }));
}

/** What is wrong with a change, given what was there before. */
function problemsOf(dependency: Dependency, change: DependencyChange, before: StoredDependency): FieldProblem[] {
  const { field, isNeeded } = dependency.secret;
  const missing = (name: string): FieldProblem => ({ field: name, type: "missing", key: "settings.needed" });
  const wanted = change.isEnabled ? (dependency.alsoNeeded?.(change.value) ?? []) : [];
  const problems = wanted.filter((name) => change.value[name] === undefined).map(missing);
  problems.push(...targetProblems(dependency, change.value));
  for (const name of dependency.misfits?.(change.value) ?? []) {
    problems.push({ field: name, type: "invalid_value", key: "settings.other_provider" });
  }
  const isUnchanged = change.secret === undefined && before.secret !== undefined;
  const { beside } = dependency;
  const unchanged = isUnchanged && dependency.secret.storedAs === "sealed" ? [field] : [];
  const again = secretsWantedAgain({ before: before.value, after: change.value, beside, unchanged });
  if (again.length > 0) return [...problems, ...again];
  const lacks = change.isEnabled && !isUnchanged && !change.secret && isNeeded(change.value);
  return lacks ? [...problems, missing(field)] : problems;
}

async function refuseTakenKey(tx: Tx, dependency: Dependency, secret: DependencyChange["secret"]): Promise<void> {
  if (!secret || !("hash" in secret)) return;
  const holder = await findSyncKeyTenant(tx.as(EVERY_TENANT), secret.hash);
  if (holder === undefined || holder === tx.tenantId) return;
  throw invalidBody([{ field: dependency.secret.field, type: "invalid_value", key: "settings.sync_key_taken" }]);
}

async function storeSecret(tx: Tx, dependency: Dependency, secret: DependencyChange["secret"]): Promise<void> {
  const { field } = dependency.secret;
  if (secret === null) await deleteSecret(tx, placeOf(dependency), field);
  if (secret && "sealed" in secret) await putSecret(tx, placeOf(dependency), { field, ...secret });
}

/** A hashed secret is part of the setting; an encrypted one has a place of its own. */
const hashOf = (secret: StoredSecret | null | undefined) =>
  secret && "hash" in secret ? { key_hash: secret.hash, key_hint: secret.hint } : {};

function noteChange(tx: Tx, change: DependencyChange, before: StoredDependency, context: MutationContext) {
  const names = new Set([...Object.keys(change.value), ...Object.keys(before.value)]);
  const changed = [...names].filter((name) => !isSame(change.value[name], before.value[name])).toSorted();
  const { field } = DEPENDENCIES[change.name].secret;
  return noteAudit(tx, context, "setting.changed", change.name, {
    enabled: change.isEnabled,
    changed: change.secret === undefined ? changed : [...changed, field],
  });
}

/** Sets a dependency. Throws PRECONDITION_FAILED, and VALIDATION_FAILED for what is missing to switch it on. */
export const putDependency = mutation(
  "settings.put-dependency",
  async (tx, change: DependencyChange, context): Promise<void> => {
    const dependency: Dependency = DEPENDENCIES[change.name];
    const before = await findDependency(tx, change.name);
    requireVersion(change.expected, before.version);
    const problems = problemsOf(dependency, change, before);
    if (problems.length > 0) throw invalidBody(problems);
    await refuseTakenKey(tx, dependency, change.secret);
    const unchanged = hashOf(change.secret === undefined ? before.secret : change.secret);
    await putSetting(tx, change.name, { enabled: change.isEnabled, ...change.value, ...unchanged }, context.now());
    await storeSecret(tx, dependency, change.secret);
    await noteChange(tx, change, before, context);
  },
);

/** Forgets a dependency with its secret. Without one it changes nothing. Throws PRECONDITION_FAILED. */
export const removeDependency = mutation(
  "settings.remove-dependency",
  async (tx, { name, expected }: { name: DependencyName; expected: string[] | null }, context): Promise<void> => {
    if (expected) requireVersion(expected, (await findDependency(tx, name)).version);
    await deleteSecrets(tx, placeOf({ name }));
    if (!(await deleteSetting(tx, name))) return;
    await noteAudit(tx, context, "setting.removed", name);
  },
);
