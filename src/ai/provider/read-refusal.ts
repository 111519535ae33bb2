/** What a provider gives as the reason for a refusal. */
export interface Refusal {
  /** The provider's own short name of it, such as `model_not_found`. */
  code?: string;
  /** Its sentence, without what may be a part of a key. */
  reason?: string;
  /** The parameters that it names. */
  names?: string[];
  /** When it may be called again, where the body says so and no header does. */
  retryAfterSeconds?: number;
}

const NAME = /^[a-z][\w.-]{2,60}$/i;
const REASON_MAX = 300;
/** A key as providers repeat it, in part or with stars. */
const KEYS = /\b(?:sk|pk|key|AIza|xai)[-_]?[\w*-]{4,}|\S*\*{2,}\S*/gi;

const secondsOf = (duration: unknown): number | undefined => {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(String(duration)) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
};

/** The sentence of a refusal: one, or Mistral's list of what is wrong where. */
function sentenceOf(fault: Record<string, unknown>): string | undefined {
  const message = fault["message"] ?? fault["detail"];
  if (typeof message === "string") return message;
  const list: unknown[] = [Object(message).detail ?? message].flat().filter((each) => typeof each === "object");
  const said = list.map((each) => {
    const { loc, msg, type } = Object(each);
    return [Array.isArray(loc) ? loc.join(".") : "", msg ?? type ?? ""].filter((part) => part !== "").join(": ");
  });
  return said.length === 0 ? undefined : said.join("; ");
}

/**
 * Reads the body of a refusal, as OpenAI, Mistral, Anthropic and Google write it; Google's is in a list, and only there
 * says when to come back. Sources: platform.openai.com/docs/guides/error-codes, docs.anthropic.com/en/api/errors,
 * ai.google.dev/gemini-api/docs/troubleshooting
 */
export function readRefusal(body: string): Refusal {
  try {
    const said: unknown = [JSON.parse(body)].flat()[0];
    const inner: unknown = Object(said).error;
    const fault: Record<string, unknown> = Object(typeof inner === "string" ? { message: inner } : (inner ?? said));
    const { details, code, status, type, param } = fault;
    const parts: unknown[] = Array.isArray(details) ? details : [];
    const reasons = parts.map((part): unknown => Object(part).reason);
    const named = [...reasons, code, status, type].find((each) => typeof each === "string" && NAME.test(each));
    const seconds = parts.map((part) => secondsOf(Object(part).retryDelay)).find((each) => each !== undefined);
    const sentence = sentenceOf(fault);
    const fields = parts.flatMap((part): unknown[] => [Object(part).fieldViolations ?? []].flat());
    const words = [param, ...fields.map((field) => Object(field).field), sentence].filter(
      (each) => typeof each === "string",
    );
    return {
      ...(typeof named === "string" && { code: named }),
      ...(sentence !== undefined && { reason: sentence.replace(KEYS, "…").slice(0, REASON_MAX) }),
      names: words.flatMap((text) => text.match(/[A-Za-z_][\w.]{2,}/g) ?? []),
      ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    };
  } catch {
    return {};
  }
}
