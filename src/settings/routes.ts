import { Elysia } from "elysia";
import { access } from "../http/gate/access.ts";
import { ifMatch, withETag } from "../http/output/etag.ts";
import type { Services } from "../runtime/services.ts";
import { findLanguages, languagesVersion } from "./languages.ts";
import { findPublication, publicationBody, publicationVersion } from "./publication.ts";
import { LanguagesBody, LanguagesUpdate, PublicationBody, PublicationUpdate } from "./schema.ts";
import { setLanguages } from "./set-languages.ts";
import { setPublication } from "./set-publication.ts";

const SETTINGS = { credential: "session", permission: "MANAGE_SETTINGS" } as const;

/** `/settings`: what a tenant decides for itself. */
export const settingRoutes = (services: Services) =>
  new Elysia({ prefix: "/settings", tags: ["Settings"] })
    .use(access(services))
    .get(
      "/languages",
      async ({ db, headers, set }) => {
        const languages = await findLanguages(db);
        return withETag({ headers, set }, languagesVersion(languages), languages);
      },
      {
        policy: { ...SETTINGS, tier: "READ_ADMIN" },
        response: { 200: LanguagesBody },
        detail: {
          operationId: "getLanguages",
          summary: "Get the languages",
          description: "The pivot language of all products and the enabled languages.",
        },
      },
    )
    .put(
      "/languages",
      async ({ write, body, headers, set }) => {
        const languages = await write(setLanguages, { ...body, expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, languagesVersion(languages), languages);
      },
      {
        policy: { ...SETTINGS, tier: "WRITE_CONFIG" },
        body: LanguagesUpdate,
        response: { 200: LanguagesBody },
        detail: {
          operationId: "putLanguages",
          summary: "Set the languages",
          description:
            "Absent fields keep their value. The pivot language can change only while there are no products.",
        },
      },
    )
    .get(
      "/publication",
      async ({ db, headers, set }) => {
        const publication = await findPublication(db);
        return withETag({ headers, set }, publicationVersion(publication), publicationBody(publication));
      },
      {
        policy: { ...SETTINGS, tier: "READ_ADMIN" },
        response: { 200: PublicationBody },
        detail: {
          operationId: "getPublication",
          summary: "Get the publication settings",
          description: "Required completeness, and whether only published products are exported.",
        },
      },
    )
    .put(
      "/publication",
      async ({ write, body: { min_score: minScore, enforce }, headers, set }) => {
        const publication = await write(setPublication, { minScore, enforce, expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, publicationVersion(publication), publicationBody(publication));
      },
      {
        policy: { ...SETTINGS, tier: "WRITE_CONFIG" },
        body: PublicationUpdate,
        response: { 200: PublicationBody },
        detail: {
          operationId: "putPublication",
          summary: "Update the publication settings",
          description: "Absent fields keep their value. Published products stay published.",
        },
      },
    );
