import { createHash } from "node:crypto";
import { Elysia } from "elysia";
import { isLocal } from "../gate/local-caller.ts";
import { ApiError } from "../output/errors.ts";
import { answerPrepared, preparedOnce } from "../output/prepared-body.ts";
import { forPage } from "./documents/audiences.ts";
import { olderDescription } from "./documents/older-description.ts";
import type { DescriptionServices, ReadDescriptions } from "./documents/openapi.ts";
import { swaggerPolicy } from "./pages/policies.ts";

const PATH = "/internal/swagger";
const BUNDLE = /https:\/\/unpkg\.com\/[^"]*\/swagger-ui-bundle\.js/;
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/;

/** The page of the framework's plugin with our copy of Swagger UI, and the policy that lets its own script run. */
async function openPage(): Promise<{ html: string; policy: string }> {
  const { swagger } = await import("@elysiajs/swagger");
  const made = new Elysia({ handler: { standardHostname: false } }).use(
    swagger({
      path: PATH,
      specPath: `${PATH}/json`,
      provider: "swagger-ui",
      theme: "/docs/swagger-ui.css",
      documentation: { info: { title: "catalogd", version: "1", description: "The whole API" } },
      swaggerOptions: { docExpansion: "none" },
    }),
  );
  const answer = await made.handle(new Request(`http://localhost${PATH}`));
  // It names its document by an address without the first slash, which the browser would seek below the page's own.
  const html = (await answer.text())
    .replace(BUNDLE, "/docs/swagger-ui-bundle.js")
    .replace(" crossorigin>", ">")
    .replace(`"${PATH.slice(1)}/json"`, `"${PATH}/json"`);
  const digest = createHash("sha256")
    .update(INLINE_SCRIPT.exec(html)?.[1] ?? "")
    .digest("base64");
  return { html, policy: swaggerPolicy(`'self' 'sha256-${digest}'`) };
}

/**
 * `/internal/swagger`: the page of the framework's plugin over the whole description, for callers on this machine only:
 * it names the operator's routes too. The plugin's own document does not validate, and its page would load scripts from
 * elsewhere.
 */
export function frameworkDocs(services: DescriptionServices, read: ReadDescriptions) {
  let page: ReturnType<typeof openPage> | undefined;
  const document = preparedOnce(async () => JSON.stringify(olderDescription(forPage((await read()).full))));
  const refuseStrangers = (request: Request) => {
    if (!isLocal(request, services)) throw new ApiError("NOT_FOUND");
  };
  return new Elysia({ detail: { hide: true } })
    .get(PATH, async ({ request }) => {
      refuseStrangers(request);
      page ??= openPage();
      const { html, policy } = await page;
      return new Response(html, {
        headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
      });
    })
    .get(`${PATH}/json`, async ({ request }) => {
      refuseStrangers(request);
      return answerPrepared(request, await document(), { "content-type": "application/json" });
    });
}
