import { Type } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import { openRoutes } from "../../gate/access.ts";
import { isLocal, isSameSecret } from "../../gate/caller/local-caller.ts";
import type { GateServices } from "../../gate/gate.ts";
import { oneOf } from "../../input/one-of.ts";
import type { Language } from "../../output/messages.ts";
import { answerPrepared, preparedOnce } from "../../output/prepared-body.ts";
import type { Example } from "../examples.ts";
import { describe, publicPart, withoutOperator } from "./description.ts";
import { type FieldNames, inLanguage } from "./in-language.ts";
import type { Description } from "./schemas.ts";

const policy = { credential: "none", tier: "READ_PUBLIC" } as const;

/** What the description needs of the services. */
export interface DescriptionServices extends GateServices {
  config: GateServices["config"] & {
    operatorKey: string | undefined;
    apiUrl: string | undefined;
    securityContact: string | undefined;
    defaultLocale: Language;
  };
}

/** Whether a request may see the operator's routes: with their key, or on this machine. */
function isOperator(request: Request, services: DescriptionServices): boolean {
  const { operatorKey } = services.config;
  const given = request.headers.get("x-operator-key");
  if (given !== null && operatorKey !== undefined) return isSameSecret(given, operatorKey);
  return isLocal(request, services);
}

/** Whether a page shows the operator's routes too: without a key they cannot be tried. */
export const showsOperatorRoutes = (request: Request, services: DescriptionServices): boolean =>
  services.config.operatorKey !== undefined && isOperator(request, services);

/** The description for the operator, and what others may know of it. */
export interface Descriptions {
  full: Description;
  ofStrangers: Description;
  examples: readonly Example[];
}
export type ReadDescriptions = () => Promise<Descriptions>;

async function makeDescriptions(app: AnyElysia | undefined, apiUrl: string | undefined): Promise<Descriptions> {
  if (!app) throw new TypeError("The description was asked for before the app was whole");
  // Hundreds of kilobytes that are not needed before.
  const { default: examples } = await import("../examples.json", { with: { type: "json" } });
  // As they were recorded; what a call has not is absent.
  const recorded = examples as unknown as Example[];
  const full = await describe(app, { apiUrl, examples: recorded });
  return { full, ofStrangers: withoutOperator(full), examples: recorded };
}

/** Describes the `whole` app at the first call. */
export function readDescriptions(whole: () => AnyElysia | undefined, apiUrl: string | undefined): ReadDescriptions {
  let made: Promise<Descriptions> | undefined;
  return () => {
    made ??= makeDescriptions(whole(), apiUrl);
    return made;
  };
}

const JSON_HEADERS = { "content-type": "application/json", "cache-control": "no-cache" };
// The operator on this machine is shown more.
const FULL_HEADERS = { ...JSON_HEADERS, "cache-control": "private, no-cache", vary: "X-Operator-Key" };

/** A description as it is, and with the words of each language. */
function withWords(read: () => Promise<Description>, names: FieldNames) {
  const inWords = (language: Language) =>
    preparedOnce(async () => JSON.stringify(await inLanguage(await read(), language, names)));
  return { plain: preparedOnce(async () => JSON.stringify(await read())), en: inWords("en"), fr: inWords("fr") };
}

/** The OpenAPI documents, made at the first call. `names`: what fields of products are called. */
export const openapiRoutes = (services: DescriptionServices, read: ReadDescriptions, names: FieldNames) => {
  const full = withWords(async () => (await read()).full, names);
  const ofStrangers = withWords(async () => (await read()).ofStrangers, names);
  const publicOne = preparedOnce(async () => JSON.stringify(publicPart((await read()).ofStrangers)));
  return openRoutes(services, "Description")
    .get(
      "/openapi.json",
      async ({ request, query: { language } }) => {
        const { plain, ...spoken } = isOperator(request, services) ? full : ofStrangers;
        return answerPrepared(request, await (language === undefined ? plain : spoken[language])(), FULL_HEADERS);
      },
      {
        policy,
        query: Type.Object({
          language: Type.Optional(
            oneOf<Language>(["en", "fr"], {
              description: "Gives fields their names as `title`, and what is said of them, in this language.",
            }),
          ),
        }),
        detail: { operationId: "getDescription", summary: "The description of the whole API", hide: true },
      },
    )
    .get("/openapi-public.json", async ({ request }) => answerPrepared(request, await publicOne(), JSON_HEADERS), {
      policy,
      response: {
        200: Type.Unknown({ contentMediaType: "application/json", description: "An OpenAPI 3.1 document." }),
      },
      detail: {
        operationId: "getPublicDescription",
        summary: "The public description of the API",
        description:
          "What integrators need: no settings, users, keys or operator's routes. `/openapi.json` has all of it.",
      },
    });
};
