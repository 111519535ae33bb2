import type { Refusal } from "../api/answers.ts";
import { api, goOnSignedIn } from "../api/api.ts";
import { type Me, me } from "../api/session.ts";

/** What stands behind `#token=`: it reaches no server's log. */
export const tokenOfAddress = (): string => new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

/** Gets a session by an operation that answers one; the refusal if it has none. */
export async function enter(path: string, body: Record<string, unknown>): Promise<Refusal | undefined> {
  const answer = await api.post<{ user: Me }>(path, { body, isSigningIn: true });
  if (!answer.ok) return answer.refusal;
  me.value = answer.value.user;
  goOnSignedIn();
  return undefined;
}
