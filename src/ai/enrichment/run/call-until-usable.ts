import { callModel, type ModelAnswer, type ModelPlace } from "../../provider/call-model.ts";
import type { ProviderFailure } from "../../provider/call-provider.ts";
import type { ChatMessage } from "../../provider/chat-request.ts";
import type { Generation } from "./generation.ts";

const UNUSABLE: ProviderFailure = {
  kind: "unusable",
  message: "The model's answer is not in the form and language that were asked for",
  retryAfterSeconds: 30,
};

/** A second one would end at the same place. */
const CUT: ProviderFailure = {
  kind: "unusable",
  message: "The model's answer was longer than max_output_tokens of the AI provider setting: raise it",
  retryAfterSeconds: 30,
};

/** Another try would be paid for and end the same way. */
const WITHHELD: ProviderFailure = {
  kind: "unusable",
  message: "The model declined to answer, or its provider's filter took the answer",
  retryAfterSeconds: 30,
};

/** Why an answer cannot be used, for the model, which is asked once more. */
export interface Again {
  again: string;
}
const isAgain = (read: unknown): read is Again => typeof read === "object" && read !== null && "again" in read;
const AGAIN = {
  en: "That answer cannot be used: it is empty, or not in the format or language asked for. Answer again.",
  fr: "Cette réponse est inutilisable : elle est vide, ou n'a pas le format ou la langue demandés. Répondez de nouveau.",
};
const NOTHING = { en: "(nothing)", fr: "(rien)" };

/** Why no more can come of an answer. */
const unfinished = ({ isWithheld, isCut }: ModelAnswer): ProviderFailure | undefined =>
  isWithheld ? WITHHELD : isCut ? CUT : undefined;

/** Sends one request, and once more when the answer cannot be used. */
export async function callUntilUsable<T>(
  place: ModelPlace,
  { messages, ...request }: Omit<Parameters<typeof callModel>[1], "batch"> & { messages: ChatMessage[] },
  { batch, piece, words }: { batch: Generation["batch"]; piece: string; words: "fr" | "en" },
  read: (answer: ModelAnswer) => Promise<T | Again | undefined>,
): Promise<{ made: T; answers: ModelAnswer[] } | { failure: ProviderFailure }> {
  const answers: ModelAnswer[] = [];
  let said = messages;
  for (const turn of ["", ":repair"]) {
    const ofBatch = batch && { ...batch, piece: piece + turn };
    const answer = await callModel(place, { ...request, messages: said, batch: ofBatch });
    if ("failure" in answer) return answer;
    answers.push(answer);
    const failure = unfinished(answer);
    if (failure) return { failure };
    const made = await read(answer);
    if (made !== undefined && !isAgain(made)) return { made, answers };
    said = [
      ...messages,
      { role: "assistant", content: answer.text || NOTHING[words] },
      {
        role: "user",
        content: isAgain(made) ? made.again : AGAIN[words],
      },
    ];
  }
  return { failure: UNUSABLE };
}
