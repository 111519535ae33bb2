import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { findConnector } from "../../../db/connectors/connectors.ts";
import { countUnknownCodes, listUnknownCodes, type UnknownCode } from "../../../db/connectors/unknown-codes.ts";
import { access } from "../../http/gate/access.ts";
import { maybe, orNull, Time, Uuid } from "../../http/input/fields.ts";
import { keysetAnswer } from "../../http/input/keyset-page.ts";
import { metaPageOf, PageQuery, pageOf } from "../../http/input/page.ts";
import { required } from "../../http/output/errors.ts";
import { view } from "../../kit/view.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { READ, TEST } from "../policies.ts";
import { ConnectorParams } from "../schema.ts";
import { assignCode } from "./assign-code.ts";

const Code = Type.String({
  minLength: 1,
  maxLength: 300,
  description: "By what lines wait: their SKU, else `id:` and what the shop calls the product.",
  examples: ["CHAIR-RED"],
});
const UnknownCodes = view<UnknownCode>()(
  {
    code: [Code, "code"],
    sku: [orNull(Type.String()), "sku"],
    lines: [Type.Integer({ description: "How many lines of orders wait." }), "lines"],
    units: [Type.Integer({ description: "How many units they hold, which no stock here lacks yet." }), "units"],
    last_reported_at: [Time, ({ reportedAtMs }) => isoOfMs(reportedAtMs)],
  },
  { description: "A SKU of a shop's orders that no product here has." },
);

const Assignment = Type.Object({
  code: Code,
  product_id: orNull(Uuid, "Whose stock they take; null: they are nothing of ours, and wait no longer."),
  variant_id: maybe(Uuid, "The variant of the product that they are of."),
});
const Assigned = Type.Object({
  code: Type.String(),
  lines: Type.Integer({ description: "How many lines waited: they have taken their stock." }),
});

/** `/connectors/{connector_id}/unknown-skus`: what a shop has sold and no product here is known by. */
export const unknownCodeRoutes = (services: Services) =>
  new Elysia({ prefix: "/connectors/:connector_id/unknown-skus", tags: ["Shop Categories and SKUs"] })
    .use(access(services))
    .get(
      "",
      async ({ db, params: { connector_id: connectorId }, query }) => {
        required(await findConnector(db, connectorId), "connector", connectorId);
        return keysetAnswer(pageOf(query), {
          name: `unknown-skus ${connectorId}`,
          shape: ["text"],
          read: ({ after, ...range }) => listUnknownCodes(db, connectorId, { ...range, after: after?.[0] }),
          count: () => countUnknownCodes(db, connectorId),
          place: ({ code }) => [code],
          show: UnknownCodes.of,
        });
      },
      {
        policy: READ,
        params: ConnectorParams,
        query: PageQuery,
        response: { 200: metaPageOf(UnknownCodes.Body) },
        detail: {
          operationId: "listUnknownSkus",
          summary: "List unknown SKUs",
          description:
            "SKUs of the shop's orders that no product or variant here has, by name. Their lines wait and take no stock: give a product this SKU and the next news or pull of the order finds it, or say with `assign` what they are.",
        },
      },
    )
    .post(
      "/assign",
      async ({ write, params: { connector_id: connectorId }, body }) => {
        const { code, product_id: productId, variant_id: variantId = null } = body;
        const assigned = { connectorId, code, productId, variantId: productId === null ? null : variantId };
        let lines = 0;
        for (let isDone = false; !isDone; ) {
          const step = await write(assignCode, assigned);
          lines += step.lines;
          isDone = step.isDone;
        }
        return { code, lines };
      },
      {
        policy: TEST,
        params: ConnectorParams,
        body: Assignment,
        response: { 200: Assigned },
        detail: {
          operationId: "assignUnknownSku",
          summary: "Assign an unknown SKU",
          description:
            "Says which product or variant a SKU of the shop's orders is. The lines that wait take from its stock what their orders hold, and later orders of this SKU do so at once. A product that has the SKU itself still goes first.",
        },
      },
    );
