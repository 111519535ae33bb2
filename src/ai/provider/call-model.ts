import type { OpenCall } from "../../../db/ai/calls.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import type { ReadyDependency } from "../../settings/read-dependency.ts";
import type { CallOptions, ProviderFailure } from "./call-provider.ts";
import { type ChatModel, type ChosenModel, chooseModel, costMicros, type Purpose, type Usage } from "./choose-model.ts";
import { type ChatMessage, completeChat } from "./complete-chat.ts";
import { noteAnswer, noteCall } from "./ledger.ts";

/** Where a request to a model comes from. */
export interface ModelPlace {
  services: Pick<ThreadServices, "outbound" | "write" | "newId">;
  tenantId: string;
  /** The tenant's provider. */
  ready: ReadyDependency;
  options?: CallOptions;
  /** Called with the cost of each answer. */
  spent?: ((micros: number) => void) | undefined;
}

/** What a model is sent, and what the ledger says of it. */
export interface ModelRequest {
  purpose: Purpose;
  /** What the ledger calls it. */
  action: string;
  messages: readonly ChatMessage[];
  /** Whether the answer is to be a JSON object. */
  isJson?: boolean;
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
  costMicros: number;
}

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0 };

/** Asks the model for a purpose, with a row in the ledger before and after. Throws only the signal's reason and write errors. */
export async function callModel(
  place: ModelPlace,
  request: ModelRequest,
): Promise<ModelAnswer | { failure: ProviderFailure }> {
  const { services, tenantId, ready, options } = place;
  const { purpose, messages, isJson, batch, ...about } = request;
  const chosen = chooseModel(ready, purpose);
  const { provider, model } = chosen;
  const stored = batch?.open.find(({ piece, answer }) => piece === batch.piece && answer !== null);
  if (stored) {
    const known = { ...readStored(stored), provider, model };
    place.spent?.(known.costMicros);
    return known;
  }
  const callId = services.newId();
  const { action, promptSlug, productId } = about;
  const call = { id: callId, action, promptSlug, productId, provider, model, isRouted: chosen.isRouted };
  await services.write(noteCall, tenantId, { ...call, jobId: batch?.jobId ?? null, piece: batch?.piece ?? null });
  const answer = await completeChat(services.outbound, ready, { provider, model, messages, isJson }, options);
  const isFailed = "failure" in answer;
  const usage = isFailed ? NOTHING : answer;
  const cost = priced(ready, chosen, usage);
  place.spent?.(cost.costMicros);
  const { costMicros } = cost;
  const answered = isFailed ? null : { text: answer.text, isCut: answer.isCut, ...usageOf(answer), costMicros };
  await services.write(noteAnswer, tenantId, {
    id: callId,
    state: isFailed ? "failed" : "answered",
    ...usageOf(usage),
    characters: 0,
    ...cost,
    answer: batch && answered ? JSON.stringify(answered) : null,
    error: isFailed ? answer.failure.message : null,
  });
  return answered ? { ...answered, callId, provider, model } : (answer as { failure: ProviderFailure });
}

const usageOf = ({ inputTokens, outputTokens }: Usage): Usage => ({ inputTokens, outputTokens });

/** What a call costs, and what the main model would have cost. */
function priced({ value }: ReadyDependency, { provider, model, main }: ChosenModel, usage: Usage) {
  return {
    costMicros: costMicros(value, { provider, model }, usage),
    baselineMicros: costMicros(value, { provider, model: main }, usage),
  };
}

function readStored({ id, answer }: OpenCall): Omit<ModelAnswer, "provider" | "model"> {
  // Written by `callModel` from such an object.
  const stored = JSON.parse(answer ?? "null") as Omit<ModelAnswer, "provider" | "model" | "callId">;
  return { ...stored, callId: id };
}
