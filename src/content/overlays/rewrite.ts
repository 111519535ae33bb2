import { type Static, Type } from "@sinclair/typebox";
import type { Mutation, Reader } from "../../../db/ports.ts";
import { refuseFailure } from "../../ai/enrichment/run/refuse-failure.ts";
import { type ChatModel, chooseModel } from "../../ai/provider/choose-model.ts";
import { ApiError } from "../../http/output/errors.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import type { Services } from "../../runtime/services.ts";
import { requireDependency } from "../../settings/read-dependency.ts";
import { rewriteCall } from "./calls.ts";
import { findOverlayOf, listOverlaysOf, showOverlay } from "./find-overlays.ts";
import { isOverridden, rewriteOverlays } from "./rewrite-overlays.ts";

type Write = <Input, Result>(change: Mutation<Input, Result>, input: Input) => Promise<Result>;

/** Where a rewriting comes from. */
interface Place {
  services: Pick<Services, "call" | "secrets" | "now">;
  db: Reader;
  write: Write;
}

/** What a request says besides the product. */
export const Wishes = Type.Optional(
  Type.Object(
    {
      instructions: Type.Optional(Type.String({ maxLength: 4000, description: "Instructions for the model." })),
      overwrite: Type.Optional(Type.Boolean({ description: "Replace texts the entity already has. Default false." })),
    },
    { title: "RewriteInput" },
  ),
);
type Wish = NonNullable<Static<typeof Wishes>>;

async function modelOf({ services, db }: Place): Promise<ChatModel> {
  const { provider, model } = chooseModel(await requireDependency(db, services.secrets, "ai-provider"), "descriptions");
  return { provider, model };
}

const wrongState = (state: string, key: "overlays.not_member" | "overlays.overridden", allowed: string[]) =>
  new ApiError("INVALID_STATE", {
    key,
    details: { current_state: state, action: "rewrite", allowed_actions: allowed },
  });
const overridden = () => wrongState("overridden", "overlays.overridden", ["rewrite_with_overwrite"]);

/**
 * Lets the tenant's model write a product's texts for one entity and stores them there. Throws PRODUCT_NOT_FOUND,
 * NOT_FOUND, AI_PROVIDER_NOT_CONFIGURED, INVALID_STATE for what is no member or has texts already, and
 * SYSTEM_SERVICE_UNAVAILABLE, AI_PROVIDER_REFUSED or AI_BUDGET_REACHED when the provider fails.
 */
export async function rewriteOne(place: Place, ids: { productId: string; entityId: string }, wishes: Wish) {
  const { services, db, write } = place;
  const { product, entity, overlay } = await findOverlayOf(db, ids.productId, ids.entityId);
  const chat = await modelOf(place);
  const { instructions = null, overwrite = false } = wishes;
  if (!overlay) throw wrongState("not_member", "overlays.not_member", ["add_member"]);
  if (isOverridden(overlay) && !overwrite) throw overridden();
  const request = { productId: product.id, entityIds: [entity.id], instructions: instructions || null };
  const [outcome] = await services.call(rewriteCall, db.tenantId, request);
  if (!outcome || "failure" in outcome) {
    // Waiting mends neither.
    if (outcome?.cause?.kind === "rejected" || outcome?.cause?.kind === "budget") throw refuseFailure(outcome.cause);
    const details = { dependency: "ai_provider", reason: outcome?.failure ?? null };
    throw new ApiError("SYSTEM_SERVICE_UNAVAILABLE", { key: "overlays.provider_failed", details });
  }
  const written = await write(rewriteOverlays, { productId: product.id, texts: [outcome], overwrite });
  if (written.length === 0) throw overridden();
  const { body } = await showOverlay(db, { productId: product.id, entityId: entity.id, nowMs: services.now() });
  return {
    product_id: product.id,
    entity_id: entity.id,
    description_override: body.description_override,
    short_description_override: body.short_description_override,
    // The prompt is part of the program.
    prompt_slug: null,
    ...chat,
    overlay: body,
  };
}

/**
 * The same for every active entity that the product is a member of; those with texts already are skipped, unless they are to be
 * overwritten. Throws PRODUCT_NOT_FOUND and AI_PROVIDER_NOT_CONFIGURED.
 */
export async function rewriteAll(place: Place, productId: string, { instructions, overwrite = false }: Wish) {
  const { services, db, write } = place;
  const { id } = await findLiveProduct(db, productId);
  await modelOf(place);
  const members = (await listOverlaysOf(db, id, services.now())).items.filter((each) => each.is_member);
  const isSkipped = (each: (typeof members)[number]) =>
    !overwrite && (each.description_override !== null || each.short_description_override !== null);
  const entityIds = members.filter((each) => !isSkipped(each)).map((each) => each.entity_id);
  const request = { productId: id, entityIds, instructions: instructions || null };
  const outcomes = entityIds.length === 0 ? [] : await services.call(rewriteCall, db.tenantId, request);
  const texts = outcomes.flatMap((outcome) => ("failure" in outcome ? [] : [outcome]));
  const written = texts.length === 0 ? [] : await write(rewriteOverlays, { productId: id, texts, overwrite });
  const failures = new Map(outcomes.flatMap((each) => ("failure" in each ? [[each.entityId, each.failure]] : [])));
  const results = members.map(({ entity_id }) => {
    const error = failures.get(entity_id);
    if (error !== undefined) return { entity_id, status: "failed" as const, error };
    return { entity_id, status: written.includes(entity_id) ? ("rewritten" as const) : ("skipped" as const) };
  });
  const count = (status: string) => results.filter((each) => each.status === status).length;
  return {
    product_id: id,
    total: results.length,
    rewritten: count("rewritten"),
    skipped: count("skipped"),
    failed: count("failed"),
    results,
  };
}
