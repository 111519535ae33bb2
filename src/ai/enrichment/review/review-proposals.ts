import { forgetMachineTexts } from "../../../../db/ai/machine-texts.ts";
import { findContentRecord } from "../../../../db/content-variants/content-records.ts";
import {
  decideProposal,
  findProposal,
  listProposals,
  type Proposal,
  type ProposalFilter,
} from "../../../../db/enrichment/proposals.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { ApiError, required } from "../../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../../http/output/etag.ts";
import { type DecidedMany, decideEach } from "../../../kit/decide-many.ts";
import { storeTexts } from "../../translation/store-texts.ts";
import { applyValues } from "../apply/apply-values.ts";
import { type Candidate, currentOf, digestOfValue, valuesOf } from "../apply/decide-values.ts";
import { findTarget, type Target } from "../facts/product-facts.ts";
import { readEdited } from "./read-edited.ts";

/** The ETag of a proposal: one that was decided on has another. */
export const proposalVersion = ({ state, createdAtMs }: Proposal): string => `${state}-${createdAtMs}`;

/** What a field has now, in the place that a proposal is for. */
export async function currentOfProposal(
  tx: Tx | Parameters<typeof findTarget>[0],
  proposal: Proposal,
): Promise<unknown> {
  const { productId, entityId, configurationId, language, field, kind } = proposal;
  if (kind !== "translation") return currentOf(await findTarget(tx, productId, entityId || null), field);
  const key = { productId, language, entityId: entityId || null, configurationId: configurationId || null };
  return (await findContentRecord(tx, key))?.content[field];
}

export interface Decided extends Conditional {
  id: string;
  action: "accept" | "reject";
  /** In place of the proposed value. */
  value?: unknown;
  /** Also over an edit since. */
  overwrite: boolean;
}

/** Accepts a value, as it is or edited, or rejects it. Throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE, EDITED_MEANWHILE. */
export const decideOn = mutation("enrichment.decide", async (tx, decided: Decided, context): Promise<Proposal> => {
  const proposal = required(await findProposal(tx, decided.id), "ai_proposal", decided.id);
  requireVersion(decided.expected, proposalVersion(proposal));
  const { state } = proposal;
  if (state !== "waiting") {
    throw new ApiError("INVALID_STATE", {
      details: { current_state: state, action: decided.action, allowed_actions: [] },
    });
  }
  const decidedAtMs = context.now();
  if (decided.action === "reject") {
    await decideProposal(tx, proposal.id, { state: "rejected", decidedAtMs });
    return { ...proposal, state: "rejected", decidedAtMs };
  }
  const isEdited = decided.value !== undefined;
  const value = isEdited ? readEdited(proposal, decided.value) : proposal.value;
  await accept(tx, { ...proposal, value }, { isEdited, overwrite: decided.overwrite }, context);
  const next = isEdited ? ("edited" as const) : ("accepted" as const);
  await decideProposal(tx, proposal.id, { state: next, value, decidedAtMs });
  return { ...proposal, state: next, value, decidedAtMs };
});

/** Stores a value in the place that it is for. What somebody has edited is a person's from then on, and so are facts. */
async function accept(
  tx: Tx,
  proposal: Proposal,
  { isEdited, overwrite }: { isEdited: boolean; overwrite: boolean },
  context: MutationContext,
): Promise<void> {
  const { productId, entityId, configurationId, language, field, kind, value, confidence } = proposal;
  const target = await findTarget(tx, productId, entityId || null);
  const current = await currentOfProposal(tx, proposal);
  if (!overwrite && digestOfValue(current) !== proposal.baseHash && digestOfValue(current) !== digestOfValue(value)) {
    throw new ApiError("EDITED_MEANWHILE", { details: { fields: [field], current: current ?? null } });
  }
  if (kind === "translation") await storeTexts(tx, proposal, { [proposal.field]: proposal.value }, context);
  else {
    const about = { kind, field, language, value, current, confidence };
    const candidate: Candidate = { ...about, isMachine: false, isEdited: false, grounding: undefined };
    await applyValues(tx, withoutAttribute(target, field), valuesOf([candidate]), context);
  }
  if (isEdited || kind === "attribute" || kind === "category") {
    await forgetMachineTexts(tx, { productId, language, entityId, configurationId }, [field]);
  }
}

/** A target whose attribute gives way: somebody wants the value in its place. */
function withoutAttribute(target: Target, field: string): Target {
  if (!field.startsWith("attributes.")) return target;
  const { [field.slice("attributes.".length)]: _, ...others } = Object(target.texts["attributes"]);
  return { ...target, texts: { ...target.texts, attributes: others } };
}

/** Decides on some values by a filter, each by itself: a conflict leaves the others. Called page by page. */
export const decideOnMany = mutation(
  "enrichment.decide-many",
  async (
    tx,
    {
      filter,
      action,
      overwrite,
      limit,
      skip,
    }: { filter: ProposalFilter; limit: number; skip: number } & Pick<Decided, "action" | "overwrite">,
    context,
  ): Promise<DecidedMany> => {
    const found = await listProposals(tx, filter, { limit, offset: skip, order: "asc" });
    const ids = found.map(({ id }) => id);
    return decideEach(ids, (id) => decideOn.run(tx, { id, action, overwrite, expected: null }, context));
  },
);
