import { Elysia } from "elysia";
import { ApiError } from "../output/errors.ts";
import { answerPrepared, type PreparedBody, prepareBody, preparedOnce } from "../output/prepared-body.ts";
import type { ReadDescriptions } from "./documents/openapi.ts";

const HEADERS = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" };

/** A file that was imported as a text; the compiler sees a module. */
const textOf = (file: object): string => (file as { default: string }).default;

/** The part of the client that is the same for every description: a text here, not a module. */
async function clientRuntime(): Promise<string> {
  const parts = await Promise.all([
    import("./client/runtime.ts", { with: { type: "text" } }),
    import("./client/following.ts", { with: { type: "text" } }),
    import("./client/verify-webhook.ts", { with: { type: "text" } }),
  ]);
  return parts.map(textOf).join("\n");
}

/** The typed client of this very version: one file, or several of which an editor reads what a program imports. */
export function clientRoutes(read: ReadDescriptions) {
  const whole = preparedOnce(async () => {
    const { clientText } = await import("./client/client-text.ts");
    return clientText((await read()).ofStrangers, await clientRuntime());
  });
  const bodies = new Map<string, PreparedBody>();
  let parts: Promise<ReadonlyMap<string, string>> | undefined;
  const makeParts = async () => {
    const { clientParts } = await import("./client/client-parts.ts");
    return clientParts((await read()).ofStrangers, await clientRuntime());
  };
  return new Elysia({ detail: { hide: true } })
    .get("/docs/client.ts", async ({ request }) => answerPrepared(request, await whole(), HEADERS))
    .get("/docs/client/:file", async ({ request, params: { file } }) => {
      parts ??= makeParts();
      const text = (await parts).get(file.replace(/\.ts$/, ""));
      if (text === undefined || !file.endsWith(".ts")) throw new ApiError("NOT_FOUND");
      const body = bodies.get(file) ?? prepareBody(text);
      bodies.set(file, body);
      return answerPrepared(request, body, HEADERS);
    });
}
