import { Elysia } from "elysia";
import { access } from "../../http/gate/access.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { SynonymsBody, SynonymsUpdate } from "./schema.ts";
import { setSearchSynonyms } from "./set-synonyms.ts";
import { findSynonymGroups, synonymsVersion } from "./synonym-groups.ts";

const SETTINGS = { credential: "session", permission: "MANAGE_SETTINGS" } as const;

/** `/settings/search-synonyms`: words that a search takes for one another. */
export const searchSynonymRoutes = (services: Services) =>
  new Elysia({ prefix: "/settings/search-synonyms", tags: ["Settings"] })
    .use(access(services))
    .get(
      "",
      async ({ db, headers, set }) => {
        const groups = await findSynonymGroups(db);
        return withETag({ headers, set }, synonymsVersion(groups), groups);
      },
      {
        policy: { ...SETTINGS, tier: "READ_ADMIN" },
        response: { 200: SynonymsBody },
        detail: {
          operationId: "getSearchSynonyms",
          summary: "Get the search synonyms",
          description: "Groups of synonyms by language. Empty by default.",
        },
      },
    )
    .put(
      "",
      async ({ write, body, headers, set }) => {
        const groups = await write(setSearchSynonyms, { groups: body, expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, synonymsVersion(groups), groups);
      },
      {
        policy: { ...SETTINGS, tier: "WRITE_CONFIG" },
        body: SynonymsUpdate,
        response: { 200: SynonymsBody },
        detail: {
          operationId: "putSearchSynonyms",
          summary: "Set the search synonyms",
          description:
            "Replaces the synonyms of all languages. A search for one word of a group also finds the others. " +
            "Groups of all languages apply to every search. Each synonym is a single word and belongs to one group " +
            "per language.",
        },
      },
    );
