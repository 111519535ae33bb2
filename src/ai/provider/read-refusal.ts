/** What a provider gives as the reason for a refusal. */
export interface Refusal {
  /** The provider's own short name of it, such as `model_not_found`. Never a sentence: those may repeat the key. */
  code?: string;
  /** When it may be called again, where the body says so and no header does. */
  retryAfterSeconds?: number;
}

const NAME = /^[a-z][\w.-]{2,60}$/i;

const secondsOf = (duration: unknown): number | undefined => {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(String(duration)) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
};

/**
 * Reads the body of a refusal, as OpenAI, Mistral, Anthropic and Google write it; Google's is in a list, and only there
 * says when to come back. Sources: platform.openai.com/docs/guides/error-codes, docs.anthropic.com/en/api/errors,
 * ai.google.dev/gemini-api/docs/troubleshooting
 */
export function readRefusal(body: string): Refusal {
  try {
    const said: unknown = [JSON.parse(body)].flat()[0];
    const { details, code, status, type } = Object(Object(said).error ?? said);
    const parts: unknown[] = Array.isArray(details) ? details : [];
    const reasons = parts.map((part): unknown => Object(part).reason);
    const named = [...reasons, code, status, type].find((each) => typeof each === "string" && NAME.test(each));
    const seconds = parts.map((part) => secondsOf(Object(part).retryDelay)).find((each) => each !== undefined);
    return {
      ...(typeof named === "string" && { code: named }),
      ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    };
  } catch {
    return {};
  }
}
