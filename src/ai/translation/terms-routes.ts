import { Elysia } from "elysia";
import { access } from "../../http/gate/access.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { findTerms, setTerms, TermsBody, termsVersion } from "./translation-terms.ts";

const SETTINGS = { credential: "session", permission: "MANAGE_SETTINGS" } as const;

/** `/settings/translation-terms`: words that translations keep, and how some are translated. */
export const termsRoutes = (services: Services) =>
  new Elysia({ prefix: "/settings/translation-terms", tags: ["Settings"] })
    .use(access(services))
    .get(
      "",
      async ({ db, headers, set }) => {
        const terms = await findTerms(db);
        return withETag({ headers, set }, termsVersion(terms), terms);
      },
      {
        policy: { ...SETTINGS, tier: "READ_ADMIN" },
        response: { 200: TermsBody },
        detail: {
          operationId: "getTranslationTerms",
          summary: "Get the translation terms",
          description: "Words that are kept, and the glossary. Empty by default; brand names are always kept.",
        },
      },
    )
    .put(
      "",
      async ({ write, body, headers, set }) => {
        const terms = await write(setTerms, { terms: body, expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, termsVersion(terms), terms);
      },
      {
        policy: { ...SETTINGS, tier: "WRITE_CONFIG" },
        body: TermsBody,
        response: { 200: TermsBody },
        detail: {
          operationId: "putTranslationTerms",
          summary: "Set the translation terms",
          description: "Replaces them all.",
        },
      },
    );
