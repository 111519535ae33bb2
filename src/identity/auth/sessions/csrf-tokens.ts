import type { Signer } from "../callers/signature.ts";
import { randomText } from "../random-text.ts";

// 131 bits.
const NONCE_LENGTH = 22;
const ANONYMOUS = "anon";

/** Gives out CSRF tokens: each is a nonce, signed for one session or for no session (`null`). */
export const csrfTokensBy = ({ sign, read }: Signer) => ({
  newCsrfToken: (sessionId: string | null): string => sign(randomText(NONCE_LENGTH), sessionId ?? ANONYMOUS),
  isCsrfToken: (token: string, sessionId: string | null): boolean => read(token, sessionId ?? ANONYMOUS) !== undefined,
});
