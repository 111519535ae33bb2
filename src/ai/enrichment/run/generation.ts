import type { OpenCall } from "../../../../db/ai/calls.ts";
import type { Reader } from "../../../../db/ports.ts";
import { type Passage, passagesText, type Source, sourcesOf } from "../../documents/find-passages.ts";
import type { ResolvedPrompt } from "../../prompts/resolve-prompt.ts";
import type { ModelAnswer, ModelPlace } from "../../provider/call-model.ts";
import type { ProviderFailure } from "../../provider/call-provider.ts";
import { usdOf } from "../../provider/choose-model.ts";
import type { ReadAnswer } from "../answer/read-answer.ts";
import type { Evidence } from "../grounding/ground-text.ts";
import type { EnrichmentType, Generated } from "../types.ts";

/** Passages as a run is given them. */
export function givenPassages(passages: readonly Passage[]) {
  const sources = sourcesOf(passages);
  const evidence = sources.map((source, index): Evidence => ({ source, text: passages[index]?.text ?? "" }));
  return { documents: passagesText(passages), sources, evidence };
}

/** Why a type was not made. Plain data. */
export type TypeFailure = { type: EnrichmentType } & ProviderFailure;

/** What a run makes for one product. */
export interface Generation {
  prompts: readonly ResolvedPrompt[];
  /** What the ledger calls it; absent: the type. */
  action?: string | undefined;
  documents?: string | undefined;
  webResults?: string | undefined;
  /** Where those are from. */
  sources?: Source[] | undefined;
  /** What each of them says. */
  evidence?: readonly Evidence[] | undefined;
  /** The batch it is part of, with what that has already requested. */
  batch?: { jobId: string; open: readonly OpenCall[] } | undefined;
}

export interface GenerationPlace extends ModelPlace {
  db: Reader;
  /** Called before each type. */
  begin?: (type: EnrichmentType) => Promise<unknown>;
}

const sum = (answers: readonly ModelAnswer[], of: (answer: ModelAnswer) => number) =>
  answers.reduce((total, each) => total + of(each), 0);

/** What was made of one type, with how it was made. */
export function generatedOf(
  type: EnrichmentType,
  prompt: ResolvedPrompt,
  read: ReadAnswer & Pick<Generated, "texts">,
  answers: readonly ModelAnswer[],
): Generated {
  const micros = sum(answers, (each) => each.costMicros);
  const leftOut = [...new Set(answers.flatMap((each) => each.leftOut ?? []))];
  return {
    type,
    ...read,
    metadata: {
      prompt_slug: prompt.slug,
      rank: prompt.rank,
      source: prompt.source,
      prompt_version: prompt.version,
      provider: answers[0]?.provider ?? "",
      model: answers[0]?.model ?? "",
      input_tokens: sum(answers, (each) => each.inputTokens),
      output_tokens: sum(answers, (each) => each.outputTokens),
      cost_usd: usdOf(micros),
      ...(leftOut.length > 0 && { left_out: leftOut }),
      ...(answers.some(({ isReused }) => isReused) && { reused: true }),
    },
    costMicros: micros,
    callIds: answers.map(({ callId }) => callId),
  };
}
