import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
type Json = any;

/** A service that can be killed and started again on the same folder. */
export async function killable() {
  const folder = temporaryFolder();
  const temporary = join(folder, "temporary");
  mkdirSync(temporary);
  const options = { folder, env: { CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1", TMPDIR: temporary } };
  let service: StartedService = await startService(options);
  const key = await newApiKey(service.url);
  const call = async (method: string, path: string, body?: FormData | object): Promise<Json> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { "x-api-key": key, ...(body && !isForm && { "content-type": "application/json" }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    return response.json();
  };
  return {
    data: join(folder, "data"),
    /** Its folder for what it lays down for a while. */
    temporary,
    call,
    download: async (path: string): Promise<Uint8Array> => {
      const response = await fetch(`${service.url}/api/v1${path}`, { headers: { "x-api-key": key } });
      return new Uint8Array(await response.arrayBuffer());
    },
    until: async (path: string, willDo: (answer: Json) => boolean): Promise<Json> => {
      for (;;) {
        const answer = await call("GET", path);
        if (willDo(answer)) return answer;
        await Bun.sleep(5);
      }
    },
    kill: () => service.kill("SIGKILL"),
    start: async () => {
      service = await startService(options);
    },
    stop: () => service.kill("SIGTERM"),
  };
}
export type Killable = Awaited<ReturnType<typeof killable>>;
