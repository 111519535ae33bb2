import { ADMIN, newApiKey } from "../servers/service.ts";

/** Calls of the API besides the page: by a key of all scopes, settings by the admin. */
export async function callerOf(url: string) {
  const key = await newApiKey(url);
  const signedIn = await fetch(`${url}/api/v1/auth/login/json`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  return async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const isOfAdmin = path.startsWith("/settings") || path.startsWith("/users");
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(isOfAdmin ? { authorization: `Bearer ${token}` } : { "x-api-key": key }),
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  };
}
