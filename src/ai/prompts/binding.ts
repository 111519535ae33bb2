import { Type } from "@sinclair/typebox";
import { mutation, type Reader, type Tx } from "../../../db/ports.ts";
import { type Binding, deleteBinding, findBindings, putBinding } from "../../../db/prompts/bindings.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { type FieldProblem, invalidBody, required } from "../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { view } from "../../kit/view.ts";
import { Entity } from "../../reference/entities/entity.ts";
import { isoOfMs } from "../../text/instant.ts";
import { PURPOSES, type Purpose } from "../provider/choose-model.ts";
import { findPrompt } from "./prompt.ts";

/** What an entity may have texts of its own for. */
export const ENTITY_PURPOSES: readonly Purpose[] = ["descriptions", "seo"];

/** A binding as the API shows it. */
export const Bindings = view<Binding>()({
  id: [Uuid, "id"],
  layer: [oneOf(["group", "entity"] as const), ({ entityId }) => (entityId === null ? "group" : "entity")],
  entity_id: [orNull(Uuid), "entityId"],
  purpose: [oneOf(PURPOSES), ({ purpose }) => purpose as Purpose], // checked before it was stored
  prompt_slug: [Type.String(), "promptSlug"],
  updated_at: [Time, ({ updatedAtMs }) => isoOfMs(updatedAtMs)],
});

/** Which binding is meant. */
export interface BindingKey extends Conditional {
  /** `null`: the group. */
  entityId: string | null;
  purpose: string;
}

/** Throws VALIDATION_FAILED for an unknown purpose, or one that entities have no texts of their own for. */
export function requirePurpose({ entityId, purpose }: Pick<BindingKey, "entityId" | "purpose">): Purpose {
  const allowed = entityId === null ? PURPOSES : ENTITY_PURPOSES;
  const known = allowed.find((each) => each === purpose);
  if (known) return known;
  const params = { allowed: allowed.join(", ") };
  throw invalidBody([{ field: "purpose", type: "invalid_value", key: "validation.one_of", params }]);
}

async function slugProblem(db: Reader, slug: string, purpose: Purpose): Promise<FieldProblem["key"] | undefined> {
  const prompt = await findPrompt(db, slug);
  if (!prompt) return "validation.unknown_reference";
  if (!prompt.is_active) return "prompts.inactive";
  return prompt.purpose === purpose ? undefined : "prompts.other_purpose";
}

async function findBinding(db: Reader, { entityId, purpose }: BindingKey): Promise<Binding | undefined> {
  const id = entityId === null ? null : (await Entity.require(db, entityId)).id;
  return (await findBindings(db, id)).find((each) => each.purpose === purpose);
}

/** The ETag of a binding. */
export const bindingVersion = (found: Binding | undefined): string =>
  found ? `${found.promptSlug}-${found.updatedAtMs}` : "none";

/** Binds a prompt in place of the one before. Throws NOT_FOUND, PRECONDITION_FAILED and VALIDATION_FAILED. */
export const bindPrompt = mutation(
  "prompts.bind",
  async (tx: Tx, { promptSlug, ...key }: BindingKey & { promptSlug: string }, { now, newId }): Promise<Binding> => {
    const purpose = requirePurpose(key);
    const before = await findBinding(tx, key);
    requireVersion(key.expected, bindingVersion(before));
    const problem = await slugProblem(tx, promptSlug, purpose);
    if (problem) throw invalidBody([{ field: "prompt_slug", type: "invalid_value", key: problem }]);
    if (before?.promptSlug === promptSlug) return before;
    const { entityId } = key;
    const binding = { id: before?.id ?? newId(), entityId, purpose, promptSlug, updatedAtMs: now() };
    await putBinding(tx, binding);
    return binding;
  },
);

/** Takes a binding away. Throws NOT_FOUND, PRECONDITION_FAILED and VALIDATION_FAILED. */
export const unbindPrompt = mutation("prompts.unbind", async (tx, key: BindingKey): Promise<void> => {
  requirePurpose(key);
  const before = required(await findBinding(tx, key), "prompt_binding", key.purpose);
  requireVersion(key.expected, bindingVersion(before));
  await deleteBinding(tx, before.id);
});
