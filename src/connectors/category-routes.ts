import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { listShopCategoriesAfter, type ShopCategoryOf, shopCategories } from "../../db/connectors/categories.ts";
import { findConnector } from "../../db/connectors/connectors.ts";
import { access } from "../http/gate/access.ts";
import { Uuid } from "../http/input/fields.ts";
import { keysetAnswer } from "../http/input/keyset-page.ts";
import { metaPageOf, PageQuery, pageOf } from "../http/input/page.ts";
import { noContent } from "../http/output/answers.ts";
import { required } from "../http/output/errors.ts";
import { ifMatch, withETag } from "../http/output/etag.ts";
import { view } from "../kit/view.ts";
import type { Services } from "../runtime/services.ts";
import { categoryVersion, chooseCategory } from "./engine/shop/map-categories.ts";
import { READ, TEST } from "./policies.ts";
import { ConnectorParams } from "./schema.ts";

const ExternalId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "What the platform calls its category: `categories` of the connector's test lists them.",
  examples: ["17"],
});
const ShopCategories = view<ShopCategoryOf>()(
  {
    category_id: [Uuid, "categoryId"],
    external_id: [ExternalId, "externalId"],
    is_chosen: [Type.Boolean({ description: "It was chosen; a push found or made the others." }), "isChosen"],
  },
  { description: "Which category of the platform stands for one here." },
);
const CategoryParams = Type.Object({
  ...ConnectorParams.properties,
  category_id: Type.String({ format: "uuid", description: "Id of the category here." }),
});

/** `/connectors/{connector_id}/categories`: which categories of the platform stand for ours. */
export const categoryRoutes = (services: Services) =>
  new Elysia({ prefix: "/connectors/:connector_id/categories", tags: ["Shop Categories and SKUs"] })
    .use(access(services))
    .get(
      "",
      async ({ db, params: { connector_id: connectorId }, query }) => {
        required(await findConnector(db, connectorId), "connector", connectorId);
        return keysetAnswer(pageOf(query), {
          name: `shop-categories ${connectorId}`,
          shape: ["text"],
          read: ({ after, ...range }) => listShopCategoriesAfter(db, connectorId, { ...range, after: after?.[0] }),
          count: () => shopCategories.count(db, { connectorId }),
          place: ({ categoryId }) => [categoryId],
          show: ShopCategories.of,
        });
      },
      {
        policy: READ,
        params: ConnectorParams,
        query: PageQuery,
        response: { 200: metaPageOf(ShopCategories.expanding({ category: "category" })) },
        detail: {
          operationId: "listShopCategories",
          summary: "List a connector's categories",
          description: "Which category of the platform stands for each of ours: chosen, or found or made by a push.",
        },
      },
    )
    .put(
      "/:category_id",
      async ({ write, params, body: { external_id: externalId }, headers, set }) => {
        const { connector_id: connectorId, category_id: categoryId } = params;
        await write(chooseCategory, { connectorId, categoryId, externalId, expected: ifMatch(headers) });
        const chosen = { connectorId, categoryId, externalId, isChosen: true, name: null, parentId: null };
        return withETag({ headers: {}, set }, categoryVersion(chosen), ShopCategories.of(chosen));
      },
      {
        policy: TEST,
        params: CategoryParams,
        body: Type.Object({ external_id: ExternalId }),
        response: { 200: ShopCategories.Body },
        detail: {
          operationId: "chooseShopCategory",
          summary: "Choose a connector's category",
          description:
            "Pushes put products of this category into that one of the platform from now on, and make those below it there. What is there already moves with its next change, or a push with `force`.",
        },
      },
    )
    .delete(
      "/:category_id",
      async ({ write, params: { connector_id: connectorId, category_id: categoryId }, headers }) => {
        await write(chooseCategory, { connectorId, categoryId, externalId: null, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: TEST,
        params: CategoryParams,
        response: { 204: Type.Void({ description: "The next push finds it by its name again, or makes it." }) },
        detail: {
          operationId: "resetShopCategory",
          summary: "Reset a connector's category",
          description: "Forgets which category of the platform stands for this one.",
        },
      },
    );
