import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { openAccess } from "../gate/access.ts";
import type { GateServices } from "../gate/gate.ts";
import { ERRORS, type ErrorCode } from "../output/error-codes.ts";
import { REMEDIES } from "../output/messages/remedies.ts";
import { type Language, translate } from "../output/messages.ts";

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
  // The keys of ERRORS, which Object.entries forgets.
  const errors = (Object.entries(ERRORS) as [ErrorCode, { status: number; type: string }][]).map(
    ([code, { status, type }]) => ({
      error_code: code,
      status,
      type,
      message: translate(language, code),
      how_to_fix: REMEDIES[code][language],
    }),
  );
  return { errors, total: errors.length };
}

const ErrorDocsQuery = Type.Object({
  language: Type.Optional(
    Type.Union([Type.Literal("en"), Type.Literal("fr")], { description: "Overrides Accept-Language" }),
  ),
});

/** `/docs/errors`: every error code with its remedy. */
export const errorDocsRoutes = (services: GateServices) =>
  new Elysia({ prefix: "/docs", tags: ["Description"] })
    .use(openAccess(services))
    .get("/errors", ({ query, language }) => documentErrors(query.language ?? language), {
      policy: { credential: "none", tier: "READ_PUBLIC" },
      query: ErrorDocsQuery,
      response: { 200: ErrorDocs },
      detail: { operationId: "listErrors", summary: "What each error code means and what to do about it" },
    });
