import { type AnyElysia, Elysia } from "elysia";
import { openAccess } from "../gate/access.ts";
import type { GateServices } from "../gate/gate.ts";
import { isLocal, isSameSecret } from "../gate/local.ts";
import { describe, publicPart, withoutOperator } from "./description.ts";
import type { Example } from "./examples.ts";

const policy = { credential: "none", tier: "READ_PUBLIC" } as const;

/** What the description needs of the services. */
interface DescriptionServices extends GateServices {
  config: GateServices["config"] & { operatorKey: string | undefined; apiUrl: string | undefined };
}

/** Whether a request may see the operator's routes: with their key, or on this machine. */
function isOperator(request: Request, services: DescriptionServices): boolean {
  const { operatorKey } = services.config;
  const given = request.headers.get("x-operator-key");
  if (given !== null && operatorKey !== undefined) return isSameSecret(given, operatorKey);
  return isLocal(request, services);
}

/** The OpenAPI documents, made at the first call of `whole` app. */
export const openapiRoutes = (services: DescriptionServices, whole: () => AnyElysia | undefined) => {
  let texts: Promise<{ full: string; ofStrangers: string; public: string }> | undefined;
  const make = async () => {
    const app = whole();
    if (!app) throw new TypeError("The description was asked for before the app was whole");
    // Loaded by who asks: hundreds of kilobytes.
    const { default: examples } = await import("./examples.json", { with: { type: "json" } });
    const full = describe(app, { apiUrl: services.config.apiUrl, examples: examples as unknown as Example[] });
    const ofStrangers = withoutOperator(full);
    return {
      full: JSON.stringify(full),
      ofStrangers: JSON.stringify(ofStrangers),
      public: JSON.stringify(publicPart(ofStrangers)),
    };
  };
  const read = () => {
    texts ??= make();
    return texts;
  };
  const answer = (text: string) => new Response(text, { headers: { "content-type": "application/json" } });
  return new Elysia({ tags: ["Description"] })
    .use(openAccess(services))
    .get(
      "/openapi.json",
      async ({ request }) => {
        const { full, ofStrangers } = await read();
        return answer(isOperator(request, services) ? full : ofStrangers);
      },
      {
        policy,
        detail: { operationId: "getDescription", summary: "The description of the whole API", hide: true },
      },
    )
    .get("/openapi-public.json", async () => answer((await read()).public), {
      policy,
      detail: { operationId: "getPublicDescription", summary: "The public description of the API", hide: true },
    });
};
