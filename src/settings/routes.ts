import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { settingRoutes as routesOf } from "../kit/setting-routes.ts";
import type { Services } from "../runtime/services.ts";
import { LANGUAGES } from "./languages.ts";
import { PUBLICATION, setPublication } from "./publication.ts";
import { LanguagesBody, LanguagesUpdate, PublicationBody, PublicationUpdate } from "./schema.ts";
import { setLanguages } from "./set-languages.ts";

/** `/settings/languages` and `/settings/publication` */
export const settingRoutes = (services: Services) =>
  new Elysia().use(languageRoutes(services)).use(publicationRoutes(services));

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
