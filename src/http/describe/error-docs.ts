import { Type } from "@sinclair/typebox";
import Negotiator from "negotiator";
import { openRoutes } from "../gate/access.ts";
import type { GateServices } from "../gate/gate.ts";
import { ERRORS } from "../output/faults/error-codes.ts";
import type { Language } from "../output/messages.ts";
import { answerPrepared, type PreparedBody, prepareBody } from "../output/prepared-body.ts";
import { errorPage } from "./pages/error-page.ts";
import { keepingLanguage } from "./pages/frame.ts";
import { PAGE_POLICY } from "./pages/policies.ts";

const ErrorDocs = Type.Object({
  errors: Type.Array(
    Type.Object({
      error_code: Type.String(),
      status: Type.Integer(),
      type: Type.String(),
      message: Type.String(),
      how_to_fix: Type.String({ description: "How to fix it" }),
    }),
  ),
  total: Type.Integer(),
});

/** What each error code means and what to do about it. */
function documentErrors(language: Language) {
  const errors = Object.entries(ERRORS).map(([code, { status, type, says, fix }]) => ({
    error_code: code,
    status,
    type,
    message: says[language],
    how_to_fix: fix[language],
  }));
  return { errors, total: errors.length };
}

const ErrorDocsQuery = Type.Object({
  language: Type.Optional(
    Type.Union([Type.Literal("en"), Type.Literal("fr")], { description: "Overrides Accept-Language" }),
  ),
});

/** Whether the caller is a browser, which likes a page better than JSON. */
function wantsPage({ headers }: Request): boolean {
  const accept = headers.get("accept");
  if (accept === null) return false;
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(["application/json", "text/html"]);
  return best === "text/html";
}

const VARY = "Accept, Accept-Language";
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": PAGE_POLICY,
  "cache-control": "no-cache",
  vary: VARY,
};

/** `/docs/errors`: every error code with its remedy, as a page for browsers and as JSON for everybody else. */
export const errorDocsRoutes = (services: GateServices) => {
  const pages = new Map<string, PreparedBody>();
  const pageIn = (language: Language, isNamed: boolean): PreparedBody => {
    const key = `${language} ${isNamed}`;
    const known = pages.get(key);
    if (known) return known;
    const html = errorPage(documentErrors(language).errors, language);
    const page = prepareBody(isNamed ? keepingLanguage(html, language) : html);
    pages.set(key, page);
    return page;
  };
  return openRoutes(services, "Description", "/docs").get(
    "/errors",
    ({ query, language, request, set }) => {
      const shown = query.language ?? language;
      set.headers["vary"] = VARY;
      return wantsPage(request)
        ? answerPrepared(request, pageIn(shown, query.language !== undefined), PAGE_HEADERS)
        : documentErrors(shown);
    },
    {
      policy: { credential: "none", tier: "READ_PUBLIC" },
      query: ErrorDocsQuery,
      response: { 200: ErrorDocs },
      detail: { operationId: "listErrors", summary: "What each error code means and what to do about it" },
    },
  );
};
