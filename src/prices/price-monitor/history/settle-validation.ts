import { type CompetitorState, findCompetitorState } from "../../../../db/competitors/competitors.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import {
  findKnownPrices,
  insertObservations,
  putMatch,
  validateObservation,
} from "../../../../db/price-monitor/observe.ts";
import { type Validation, validations } from "../../../../db/price-monitor/validations.ts";
import { ApiError, invalidBody, required } from "../../../http/output/errors.ts";
import type { MessageKey, MessageParams } from "../../../http/output/messages.ts";
import { findLiveProduct } from "../../../products/changes/live-product.ts";
import { storeValid } from "../observations/store-valid.ts";
import { LatestPrices } from "./latest-prices.ts";

export const VALIDATION_ACTIONS = ["confirm", "reject", "skip"] as const;
const STATUSES = { confirm: "confirmed", reject: "rejected", skip: "skipped" } as const;

interface Decision {
  id: string;
  action: (typeof VALIDATION_ACTIONS)[number];
  /** Which of several candidates is meant. */
  productId: string | undefined;
}

/** The product that a confirmed item means. Throws VALIDATION_FAILED when it must be named, or is none of the candidates. */
function meantProduct({ candidates }: Validation, productId: string | undefined): string {
  const [only] = candidates;
  if (productId === undefined && candidates.length === 1 && only !== undefined) return only;
  if (productId === undefined) throw invalidBody([{ field: "product_id", type: "missing" }]);
  if (candidates.includes(productId)) return productId;
  throw invalidBody([{ field: "product_id", type: "invalid_value", key: "prices.not_a_candidate" }]);
}

/** Makes a doubtful observation a valid one, with all that follows from it. */
async function confirm(tx: Tx, item: Validation, productId: string, context: MutationContext): Promise<void> {
  // It may have been deleted or erased since it was a candidate.
  await findLiveProduct(tx, productId);
  const { internalSku, createdAtMs: atMs, observationRow, observation: offer } = item;
  const competitor: CompetitorState | undefined = await findCompetitorState(tx, item.competitorId);
  // One that was merged is part of the other now.
  const competitorId = competitor?.id ?? item.competitorId;
  const observation = { ...offer, productId, competitorId };
  const isStored = observationRow !== null && (await validateObservation(tx, observationRow)) === 1;
  if (!isStored) await insertObservations(tx, [observation], { isValid: true, nowMs: atMs });
  await putMatch(tx, { competitorId, internalSku, productId, rejectedCents: null });
  // Of a competitor that is deleted by now it is history only.
  if (!competitor) return;
  const latest = new LatestPrices(await findKnownPrices(tx, [productId]));
  const before = latest.add(observation, atMs);
  await storeValid(tx, [{ observation, competitor, before }], { latest, atMs }, context);
}

async function decide(tx: Tx, { id, action, productId }: Decision, context: MutationContext) {
  const item = required(await validations.find(tx, { id }), "price_validation", id);
  if (item.status === "confirmed" || item.status === "rejected") {
    throw new ApiError("INVALID_STATE", { key: "prices.validation_settled", details: { status: item.status } });
  }
  if (action === "confirm") await confirm(tx, item, meantProduct(item, productId), context);
  if (action === "reject") {
    const { competitorId, internalSku, observation } = item;
    await putMatch(tx, { competitorId, internalSku, productId: null, rejectedCents: observation.priceCents });
  }
  const status = STATUSES[action];
  await validations.set(tx, { id }, { status });
  return { id, status };
}

/**
 * Decides about a doubtful observation; what was decided is remembered for the competitor and SKU. Throws NOT_FOUND,
 * INVALID_STATE for an item that is settled, PRODUCT_NOT_FOUND and VALIDATION_FAILED.
 */
export const decideValidation = mutation("price-monitor.decide", (tx, decision: Decision, context) =>
  decide(tx, decision, context),
);

/** Decides the same about several, the oldest first. What cannot be decided leaves the others, and is said why. */
export const decideValidations = mutation(
  "price-monitor.decide-many",
  async (tx, { ids, action }: { ids: string[]; action: Decision["action"] }, context) => {
    const refused: { id: string; key: MessageKey; params: MessageParams | undefined }[] = [];
    // Their ids are in the order in which they came.
    const wanted = [...new Set(ids)].toSorted();
    for (const id of wanted) {
      try {
        await decide(tx, { id, action, productId: undefined }, context);
      } catch (error) {
        // Each refusal comes before anything is stored.
        if (!(error instanceof ApiError)) throw error;
        const [field] = error.options.fields ?? [];
        const { key = error.code, params } = field
          ? { key: field.key ?? (`validation.${field.type}` as const), params: field.params }
          : error.options;
        refused.push({ id, key, params });
      }
    }
    return { decided: wanted.length - refused.length, refused };
  },
);
