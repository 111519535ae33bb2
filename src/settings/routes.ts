import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { settingRoutes as routesOf } from "../kit/setting-routes.ts";
import type { Services } from "../runtime/services.ts";
import { LANGUAGES, setLanguages } from "./languages.ts";
import { PUBLICATION, setPublication } from "./publication.ts";

/** `/settings/languages` and `/settings/publication` */
export const settingRoutes = (services: Services) =>
  new Elysia().use(languageRoutes(services)).use(publicationRoutes(services));

const Code = Type.String({ pattern: "^[a-z]{2}$", description: "ISO 639-1.", examples: ["fr"] });

const LanguagesBody = Type.Object({
  pivot: Type.String({ description: "Language of the products' own texts." }),
  enabled: Type.Array(Type.String(), { description: "Languages available for exports, imports and translation." }),
});

const LanguagesUpdate = Type.Object({
  pivot: Type.Optional(Code),
  enabled: Type.Optional(Type.Array(Code, { minItems: 1, maxItems: 50, examples: [["fr", "en", "de"]] })),
});

const PublicationBody = Type.Object({
  min_score: Type.Integer({ description: "Minimum completeness score for publication." }),
  enforce: Type.Boolean({ description: "Whether connectors and platform exports include published products only." }),
});

const PublicationUpdate = Type.Object({
  min_score: Type.Optional(
    Type.Integer({ minimum: 70, maximum: 100, description: "Completeness score, 70 to 100.", examples: [80] }),
  ),
  enforce: Type.Optional(
    Type.Boolean({ description: "Restrict connectors and platform exports to published products." }),
  ),
});

const languageRoutes = (services: Services) =>
  routesOf(services, LANGUAGES, {
    path: "/settings/languages",
    change: setLanguages,
    body: LanguagesBody,
    update: LanguagesUpdate,
    texts: {
      one: "Languages",
      get: ["Get the languages", "The pivot language of all products and the enabled languages."],
      put: [
        "Set the languages",
        "Absent fields keep their value. The pivot language can change only while there are no products.",
      ],
    },
  });

const publicationRoutes = (services: Services) =>
  routesOf(services, PUBLICATION, {
    path: "/settings/publication",
    change: setPublication,
    body: PublicationBody,
    update: PublicationUpdate,
    bodyOf: ({ minScore, enforce }) => ({ min_score: minScore, enforce }),
    changeOf: ({ min_score: minScore, enforce }: Static<typeof PublicationUpdate>) => ({ minScore, enforce }),
    texts: {
      one: "Publication",
      get: ["Get the publication settings", "Required completeness, and whether only published products are exported."],
      put: ["Update the publication settings", "Absent fields keep their value. Published products stay published."],
    },
  });
