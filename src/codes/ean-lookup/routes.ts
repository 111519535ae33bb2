import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { access } from "../../http/gate/access.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { expandable } from "../../http/input/expand.ts";
import { metaPageOf, PageQuery, pageOf } from "../../http/input/page.ts";
import { VIEW as READ } from "../../products/policies.ts";
import type { Services } from "../../runtime/services.ts";
import { Lookups, pageOfLookups } from "./list-lookups.ts";
import { lookUpEans } from "./look-up.ts";
import { CodesToValidate, LookupBatch, LookupBatchBody, LookupBody, LookupParams, ValidationsBody } from "./schema.ts";
import { type CodeValidation, validateCode } from "./validate-code.ts";

const VIEW = { ...READ, module: "ean_lookup" } as const;

const NO_CODE: Omit<CodeValidation, "expected_check_digit"> & { expected_check_digit: null } = {
  valid: false,
  type: null,
  checksum_ok: false,
  expected_check_digit: null,
  gs1_prefix: null,
  gs1_country: null,
};

/** Looks up codes that the schema has let through, and answers each in its place. */
async function lookUp(write: BoundWrite, eans: readonly string[]) {
  const codes = eans.flatMap((raw) => validateCode(raw) ?? []);
  const found = await write(lookUpEans, { codes: codes.map(({ ean, gtin14 }) => ({ ean, gtin14 })) });
  return codes.map(({ ean, gtin14: _, ...validation }, index) => {
    const { source = null, product = null } = found[index] ?? {};
    return { ean, found: source !== null, source, product, validation };
  });
}

const validationOf = (raw: string) => {
  const found = validateCode(raw.trim());
  if (!found) return { ean: raw, ...NO_CODE };
  const { gtin14: _, ...validation } = found;
  return validation;
};

/** `/ean-lookup`: what an EAN belongs to, and whether it is one. */
export const eanLookupRoutes = (services: Services) =>
  new Elysia({ prefix: "/ean-lookup", tags: ["EAN Lookup"] })
    .use(access(services))
    .get("/history", ({ db, query }) => pageOfLookups(db, pageOf(query)), {
      policy: VIEW,
      query: PageQuery,
      response: { 200: metaPageOf(Type.Object({ ...Lookups.Body.properties, ...expandable({ product: "product" }) })) },
      detail: {
        operationId: "listEanLookups",
        summary: "List EAN lookups",
        description: "Newest first. Kept for 90 days.",
      },
    })
    .post(
      "/batch",
      async ({ write, body }) => {
        const items = await lookUp(write, body.eans);
        const found = items.filter((item) => item.found).length;
        return { items, found, not_found: items.length - found };
      },
      {
        policy: { ...VIEW, permission: "EDIT_CATALOG", scope: "products:write", tier: "BULK_CREATE" },
        body: LookupBatch,
        response: { 200: LookupBatchBody },
        detail: {
          operationId: "lookUpEans",
          summary: "Look up EANs in bulk",
          description: "In request order. Each match sends the event `ean.resolved`.",
        },
      },
    )
    .post(
      "/validate",
      ({ body }) => {
        const items = body.eans.map(validationOf);
        const valid = items.filter((item) => item.valid).length;
        return { items, valid, invalid: items.length - valid };
      },
      {
        policy: { ...VIEW, readOnly: true },
        body: CodesToValidate,
        response: { 200: ValidationsBody },
        detail: {
          operationId: "validateEans",
          summary: "Validate EANs",
          description: "Checks length and check digit only; nothing is looked up.",
        },
      },
    )
    .get(
      "/:ean",
      async ({ write, params }) => {
        const [item] = await lookUp(write, [params.ean]);
        if (!item) throw new TypeError(`The schema let ${params.ean} through, which is no code`);
        return item;
      },
      {
        policy: VIEW,
        params: LookupParams,
        response: { 200: LookupBody },
        detail: {
          operationId: "lookUpEan",
          summary: "Look up an EAN",
          description:
            "Searches products, then variants, then import rows with a pending EAN. An unknown EAN is not an error.",
        },
      },
    );
