import type { MessageKey } from "../../http/output/messages.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import type { OpenedSession } from "./login/log-in.ts";
import { ACCESS_TOKEN_SECONDS } from "./sessions/access-tokens.ts";
import { type CookieContext, type SessionSecrets, sessionCookies } from "./sessions/session-cookies.ts";

/** Where an answer's headers are put. */
export interface Answering {
  headers: { "set-cookie"?: string | string[]; "content-language"?: string };
}

/** Gives the browser its cookies and the caller the access token. */
export function answerRefreshed(secrets: SessionSecrets, set: Answering, context: CookieContext) {
  set.headers["set-cookie"] = sessionCookies(secrets, context);
  return {
    access_token: secrets.accessToken,
    token_type: "bearer" as const,
    expires_in: ACCESS_TOKEN_SECONDS,
  };
}

/** The same with the user. */
export const answerLoggedIn = (session: OpenedSession, set: Answering, context: CookieContext) => ({
  ...answerRefreshed(session, set, context),
  user: session.user,
});

/** Says one message in the caller's language. */
export function say(key: MessageKey, language: Language, set: Answering) {
  set.headers["content-language"] = language;
  return { message: translate(language, key) };
}
