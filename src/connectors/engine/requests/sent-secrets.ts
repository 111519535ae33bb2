import { redactForms, secretForms, secretsOfHeader } from "../../../text/redact.ts";
import type { Api } from "./platform-api.ts";
import { openTokenLine, type TokenStore } from "./token-line.ts";

/** What a platform is sent that no message may show: secrets of the credentials, tokens, and what authorizes requests. */
export function openSecrets(secrets: readonly string[], tokens: TokenStore | undefined) {
  const known = new Set(secrets);
  const line = openTokenLine(tokens);
  let forms: { of: number; all: readonly string[] } = { of: -1, all: [] };
  // There are hundreds of forms, and a secret more now and then.
  const formsNow = () => {
    if (forms.of !== known.size) forms = { of: known.size, all: secretForms([...known], { halves: true }) };
    return forms.all;
  };
  const token: Api["token"] = async (fetch, refused) => {
    const given = await line(fetch, refused);
    known.add(given);
    return given;
  };
  return {
    token,
    /** A text of the platform without them. */
    redact: (text: string): string => redactForms(text, formsNow()),
    /** A request is sent with these headers. */
    note: ({ authorization = "" }: Readonly<Record<string, string>>): void => {
      for (const secret of secretsOfHeader(authorization)) known.add(secret);
    },
  };
}

/**
 * What an adapter has read of a platform, without the secrets that it was sent: names, SKUs, ids and reasons may be stored and
 * shown.
 */
export function withoutSecrets<T>({ redact }: Pick<Api, "redact">, read: T): T {
  const text = JSON.stringify(read);
  if (text === undefined || redact(text) === text) return read;
  // Only in texts and names: a number in which a secret of digits is found stays a number.
  const clean = (_: string, value: unknown): unknown => {
    if (typeof value === "string") return redact(value);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [redact(name), each]));
  };
  // The same value, with other texts in it.
  return JSON.parse(text, clean) as T;
}
