import { type Refusal, refusalOf } from "../api/answers.ts";
import { api, goOnSignedIn } from "../api/api.ts";
import { type Me, me } from "../api/session.ts";

/** What stands behind `#token=`: it reaches no server's log. */
export const tokenOfAddress = (): string => new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

/** Gets a session by an operation that answers one; the refusal if it has none. */
export function enter(path: string, body: Record<string, unknown>): Promise<Refusal | undefined> {
  return refusalOf(api.post<{ user: Me }>(path, { body, isSigningIn: true }), (value) => {
    me.value = value.user;
    goOnSignedIn();
  });
}
