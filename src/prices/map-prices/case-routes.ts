import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { CASE_SORTS, CASE_STATUSES, findCase } from "../../../db/price-monitor/map-cases.ts";
import { listEvidence } from "../../../db/price-monitor/map-evidence.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { idParams, maybe, orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { readSizedPage, SizedPageQuery, sizedPage, sizedPageOf } from "../../http/input/page-size.ts";
import { required } from "../../http/output/errors.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { nameKey } from "../../text/name-key.ts";
import { EDIT_MONITOR, VIEW_MONITOR } from "../price-monitor/policies.ts";
import { sortOf, sortQuery } from "../price-monitor/sort-query.ts";
import { casePageCall } from "./calls.ts";
import { caseWithEvidence, MapCaseBody, MapCases, MapCaseWithEvidence } from "./case-bodies.ts";
import { letterChanges, MapLetter } from "./map-letter.ts";
import { notifyCase } from "./notify-case.ts";

const TAG = "MAP Prices";
const CaseParams = idParams({ product_id: "product", competitor_id: "competitor" });
const CasesQuery = Type.Object({
  ...SizedPageQuery.properties,
  status: Type.Optional(oneOf(CASE_STATUSES, { description: "Default both." })),
  notified: Type.Optional(Type.Boolean({ description: "Those whose competitor was written to, or the others." })),
  product_id: Type.Optional(Type.String({ format: "uuid" })),
  competitor_id: Type.Optional(Type.String({ format: "uuid" })),
  search: Type.Optional(Type.String({ maxLength: 200, description: "Part of the title, EAN or SKU." })),
  ...sortQuery(
    CASE_SORTS,
    "Default `last_seen_at`. `gap`: how far it was below; those never notified or resolved come last.",
  ),
});
const Notice = Type.Object({
  letter_id: Uuid,
  recipient: maybe(
    Type.String({ format: "email", maxLength: 254 }),
    "It is mailed there. Null, the default: you send it yourself.",
  ),
});
const Notified = Type.Object({
  subject: Type.String(),
  body: Type.String(),
  recipient: orNull(Type.String()),
  notified_at: Time,
});

/** `/prices/map/cases` and `/prices/map/letters`: who was below a minimum advertised price, what proves it, what is written. */
export const mapCaseRoutes = (services: Services) => new Elysia().use(cases(services)).use(letters(services));

const cases = (services: Services) =>
  accessRoutes(services, TAG, "/prices/map/cases")
    .get(
      "",
      async ({ tenantId, query }) => {
        const page = readSizedPage(query);
        const filter = {
          status: query.status ?? null,
          isNotified: query.notified ?? null,
          productId: query.product_id ?? null,
          competitorId: query.competitor_id ?? null,
          search: query.search === undefined ? null : nameKey(query.search),
        };
        const request = { filter, ...sortOf(query, "last_seen_at"), page };
        const { items, total, next } = await services.call(casePageCall, tenantId, request);
        return sizedPage(items.map(MapCases.of), total, page, next);
      },
      {
        policy: VIEW_MONITOR,
        query: CasesQuery,
        response: { 200: sizedPageOf(MapCaseBody) },
        detail: {
          operationId: "listMapCases",
          summary: "List MAP cases",
          description:
            "Each product and competitor that was ever below the minimum advertised price, the last seen first unless `sort_by` says otherwise: since when, whether it was written to, and when it ended or began again.",
        },
      },
    )
    .get(
      "/:product_id/:competitor_id",
      async ({ db, params: { product_id: productId, competitor_id: competitorId } }) => {
        const key = { productId, competitorId };
        const found = required(await findCase(db, key), "map_case", productId);
        return caseWithEvidence(found, await listEvidence(db, key));
      },
      {
        policy: VIEW_MONITOR,
        params: CaseParams,
        response: { 200: MapCaseWithEvidence },
        detail: {
          operationId: "getMapCase",
          summary: "Get a MAP case",
          description: "With its evidence: what checks read on the page.",
        },
      },
    )
    .post(
      "/:product_id/:competitor_id/notify",
      async ({ write, params, body }) => {
        const { notifiedAtMs, ...sent } = await write(notifyCase, {
          productId: params.product_id,
          competitorId: params.competitor_id,
          letterId: body.letter_id,
          recipient: body.recipient ?? null,
        });
        return { ...sent, notified_at: isoOfMs(notifiedAtMs) };
      },
      {
        policy: EDIT_MONITOR,
        params: CaseParams,
        body: Notice,
        response: { 200: Notified },
        detail: {
          operationId: "notifyMapCase",
          summary: "Write to the competitor of a MAP case",
          description: "Fills the letter in, mails it where a recipient is named, and notes that it was written to.",
        },
      },
    );

const letters = (services: Services) =>
  resourceRoutes(services, MapLetter, {
    path: "/prices/map/letters",
    tag: TAG,
    rights: { view: VIEW_MONITOR, edit: EDIT_MONITOR, remove: EDIT_MONITOR },
    changes: letterChanges,
    list: { filters: {}, counters: "sized" },
    leaves: ["put"],
    texts: {
      one: "MapLetter",
      word: "MAP letter",
      create: "A template that `/prices/map/cases` fills in.",
      read: "The template.",
      remove: "What was sent by it stays sent.",
    },
  });
