import { ADMIN } from "../test/servers/service.ts";

/** Sets what only a person may set, as the first admin of a service that was just started. Throws what it answers when it refuses. */
export async function putSetting(url: string, path: string, setting: object, method = "PUT"): Promise<void> {
  const send = async (how: string, to: string, body: object, token = "") => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/api/v1${to}`, { method: how, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Record<string, string>;
  };
  const { access_token: token } = await send("POST", "/auth/login/json", ADMIN);
  await send(method, path, setting, token);
}
