import { COOKIES, readCookie } from "../../../http/gate/credentials/cookies.ts";
import type { Services } from "../../../runtime/services.ts";
import type { Answering } from "../auth-answers.ts";
import { csrfCookie } from "./session-cookies.ts";

/** The session that the cookies of a browser hold, by the access token or by what would renew it; `null` without one. */
async function sessionOf(request: Request, { authenticator }: Services): Promise<string | null> {
  const access = readCookie(request, COOKIES.access);
  const refresh = readCookie(request, COOKIES.refresh);
  const principal =
    (access && (await authenticator.byAccessToken(access).catch(() => undefined))) ||
    (refresh && (await authenticator.byRefreshToken(refresh)));
  return principal ? principal.sessionId : null;
}

/** A CSRF token of the browser's session, or an anonymous one, also as a cookie that pages can read. */
export async function answerCsrfToken(services: Services, request: Request, set: Answering) {
  const token = services.authenticator.newCsrfToken(await sessionOf(request, services));
  set.headers["set-cookie"] = csrfCookie(token, { request, services });
  return { csrf_token: token };
}
