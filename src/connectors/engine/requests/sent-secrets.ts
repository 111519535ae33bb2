import { redactSecrets, secretsOfHeader } from "../../../text/redact.ts";
import type { Api } from "./platform-api.ts";
import { openTokenLine, type TokenStore } from "./token-line.ts";

/** What a platform is sent that no message may show: secrets of the credentials, tokens, and what authorizes requests. */
export function openSecrets(secrets: readonly string[], tokens: TokenStore | undefined) {
  const known = new Set(secrets);
  const line = openTokenLine(tokens);
  const token: Api["token"] = async (fetch, refused) => {
    const given = await line(fetch, refused);
    known.add(given);
    return given;
  };
  return {
    token,
    /** A text of the platform without them. */
    redact: (text: string): string => redactSecrets(text, [...known]),
    /** A request is sent with these headers. */
    note: ({ authorization = "" }: Readonly<Record<string, string>>): void => {
      for (const secret of secretsOfHeader(authorization)) known.add(secret);
    },
  };
}
