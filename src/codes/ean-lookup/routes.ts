import { Type } from "@sinclair/typebox";
import { type EanLookup, eanLookups, listLookups } from "../../../db/ean-lookup/lookups.ts";
import type { Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { orNull } from "../../http/input/fields.ts";
import { keysetAnswer, NEWEST, newestAfter, newestPlace } from "../../http/input/keyset-page.ts";
import { metaPageOf, type Page, PageQuery, pageOf } from "../../http/input/page.ts";
import { view } from "../../kit/view.ts";
import { VIEW as READ } from "../../products/policies.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { lookUpEans } from "./look-up.ts";
import {
  CodesToValidate,
  Ean,
  LookupBatch,
  LookupBatchBody,
  LookupBody,
  LookupParams,
  Source,
  ValidationsBody,
} from "./schema.ts";
import { type CodeValidation, validateCode } from "./validate-code.ts";

/** A code that was looked up. */
const Lookups = view<EanLookup>()({
  id: [Type.String(), "id"],
  ean: [Ean, "ean"],
  found: [Type.Boolean(), ({ source }) => source !== null],
  source: [Source, "source"],
  product_id: [orNull(Type.String(), "Null if no product was found."), "productId"],
  created_at: [Type.String({ format: "date-time" }), ({ createdAtMs }) => isoOfMs(createdAtMs)],
});

/** One page of what was looked up, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
function pageOfLookups(db: Reader, page: Page) {
  return keysetAnswer(page, {
    name: "ean-lookups",
    shape: NEWEST,
    read: (range) => listLookups(db, newestAfter(range)),
    count: () => eanLookups.count(db, {}),
    place: newestPlace,
    show: Lookups.of,
  });
}

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
  accessRoutes(services, "EAN Lookup", "/ean-lookup")
    .get("/history", ({ db, query }) => pageOfLookups(db, pageOf(query)), {
      policy: VIEW,
      query: PageQuery,
      response: { 200: metaPageOf(Lookups.expanding({ product: "product" })) },
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
