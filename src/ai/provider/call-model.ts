import { createHash } from "node:crypto";
import { findAnswer, type OpenCall } from "../../../db/ai/calls.ts";
import type { Reader } from "../../../db/ports.ts";
import type { ReadyDependency } from "../../settings/read-dependency.ts";
import type { ProviderFailure, Tried } from "./call-provider.ts";
import { type ChatRequest, chatRequest, type Option } from "./chat-request.ts";
import { type ChatModel, type ChosenModel, chooseModel, type Purpose } from "./choose-model.ts";
import { completeChat, type Said } from "./complete-chat.ts";
import { REUSE_MS } from "./ledger.ts";
import { costMicros, isPriced, priceOf, type Usage } from "./model-cost.ts";
import { type PaidAnswer, type PaidPlace, payFor } from "./paid-call.ts";

/** Where a request to a model comes from. */
export interface ModelPlace extends PaidPlace {
  /** The tenant's provider. */
  ready: ReadyDependency;
  /** Called with the cost of each answer. */
  spent?: ((micros: number) => void) | undefined;
  /** Where an equal request is looked for that was answered lately: that answer is taken, and costs nothing. */
  reuse?: { db: Reader; sinceMs: number } | undefined;
}

/** What a model is sent, and what the ledger says of it. */
export interface ModelRequest extends Pick<ChatRequest, "messages" | "isJson" | "schema"> {
  purpose: Purpose;
  /** What the ledger calls it. */
  action: string;
  promptSlug: string | null;
  productId: string | null;
  /** The piece of work of a batch: an answer that is already stored is not requested again. */
  batch?: { jobId: string; piece: string; open: readonly OpenCall[] } | undefined;
}

/** An answer of a model, in the ledger. */
export interface ModelAnswer extends ChatModel, Usage {
  callId: string;
  text: string;
  /** Whether the model had more to say. */
  isCut: boolean;
  /** It would not say it, or a filter took what it said. */
  isWithheld?: boolean | undefined;
  costMicros: number;
  /** The parameters that the model does not take: it was asked without them. */
  leftOut?: readonly string[] | undefined;
  /** Whether an equal request had been answered so before. */
  isReused?: boolean;
}

/** Where equal requests are looked for. */
export const reuseOf = (db: Reader, nowMs: number) => ({ db, sinceMs: nowMs - REUSE_MS });

type Stored = Omit<ModelAnswer, "provider" | "model" | "callId">;

const unpriced = (model: string): ProviderFailure => ({
  kind: "rejected",
  message: `The price of ${model} is not known, so that no budget can be kept: add it to prices of the AI provider setting`,
  retryAfterSeconds: 30,
});

/** What is sent, as a digest. */
function hashOf(ready: ReadyDependency, chosen: ChosenModel, { messages, isJson, schema }: ModelRequest): string {
  const { provider, model } = chosen;
  const { url, body } = chatRequest(ready, { provider, model, messages, isJson, schema });
  return createHash("sha256")
    .update(JSON.stringify([url, body]))
    .digest("hex");
}

/** An answer that is there already: the batch's own, or with `reuse` that of an equal request. */
async function knownAnswer(
  { reuse }: ModelPlace,
  { batch }: ModelRequest,
  requestHash: string,
): Promise<(Stored & { callId: string }) | undefined> {
  const stored = batch?.open.find(({ piece, answer }) => piece === batch.piece && answer !== null);
  if (stored) return readStored(stored);
  const equal = reuse && (await findAnswer(reuse.db, requestHash, reuse.sinceMs));
  return equal && { ...readStored(equal), costMicros: 0, isReused: true };
}

/** Asks the model for a purpose, with a row in the ledger before and after. Throws only the signal's reason and write errors. */
export async function callModel(
  place: ModelPlace,
  request: ModelRequest,
): Promise<ModelAnswer | { failure: ProviderFailure }> {
  const { services, ready, budget } = place;
  const { purpose, messages, isJson, schema, batch, action, promptSlug, productId } = request;
  const chosen = chooseModel(ready, purpose);
  const { provider, model, isRouted } = chosen;
  const requestHash = hashOf(ready, chosen, request);
  const known = await knownAnswer(place, request, requestHash);
  if (known) {
    place.spent?.(known.costMicros);
    return { ...known, provider, model };
  }
  const { value } = ready;
  const isBudgeted =
    (budget?.maxMicros ?? null) !== null || value["daily_budget"] != null || value["monthly_budget"] != null;
  if (isBudgeted && !isPriced(value, chosen)) return { failure: unpriced(model) };
  const { input, output, written = input } = priceOf(value, chosen);
  const answer = await payFor(place, {
    call: {
      ...{ action, promptSlug, productId, provider, model, isRouted, requestHash },
      jobId: batch?.jobId ?? null,
      piece: batch?.piece ?? null,
    },
    value,
    estimate: {
      bytes: messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
      outputTokensMax: Number(value["max_output_tokens"] ?? 2000),
      inputPrice: Math.max(input, written),
      outputPrice: output,
    },
    timeoutMs: Number(value["timeout_seconds"]) * 1000,
    send: async ({ outputTokensMax, leftOut }) => {
      const asked = { provider, model, messages, isJson, schema, outputTokensMax };
      // Stored by `settleCall`.
      return paid(ready, chosen, await completeChat(services.outbound, ready, asked, leftOut as Option[]));
    },
  });
  if ("failure" in answer) return answer;
  const { end, headers: _, ...said } = answer as typeof answer & { headers?: unknown };
  place.spent?.(end.costMicros);
  return { ...said, costMicros: end.costMicros, provider, model };
}

/** What an answer has cost, and what the main model would have cost. */
function paid(
  { value }: ReadyDependency,
  { provider, model, main }: ChosenModel,
  outcome: Tried<Said>,
): Tried<Said & PaidAnswer> {
  if ("failure" in outcome) return outcome;
  const { headers: _, ...said } = outcome;
  const cost = costMicros(value, { provider, model }, said);
  const stored: Stored = { ...said, costMicros: cost };
  const end = {
    inputTokens: said.inputTokens,
    outputTokens: said.outputTokens,
    cachedTokens: said.cachedTokens ?? 0,
    characters: 0,
    costMicros: cost,
    baselineMicros: costMicros(value, { provider, model: main }, said),
    answer: JSON.stringify(stored),
  };
  return { ...outcome, end };
}

function readStored({ id, answer }: OpenCall): Stored & { callId: string } {
  // Written by `callModel` from such an object.
  return { ...(JSON.parse(answer ?? "null") as Stored), callId: id };
}
