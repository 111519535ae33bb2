import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  countUnreviewed,
  listUnreviewed,
  UNREVIEWED_COUNTED_MAX,
  type Unreviewed,
} from "../../../db/content-variants/unreviewed.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { access } from "../../http/gate/access.ts";
import { expandable } from "../../http/input/expand.ts";
import { orNull, Ticks, Time, Uuid } from "../../http/input/fields.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { metaPage, metaPageOf, pageOf, pageQuery } from "../../http/input/page.ts";
import { view } from "../../kit/view.ts";
import { VIEW } from "../../products/policies.ts";
import { CONTENT_FIELDS, masterContent, type Texts } from "../../products/views/resolve-content.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs, isoOfUs } from "../../text/instant.ts";

/** Each comes with its texts and what they were made of. */
const SIZES = { perPage: 20, perPageMax: 50 };
const ListQuery = Type.Object({
  ...pageQuery(SIZES).properties,
  language: Type.Optional(
    Type.String({ pattern: "^[a-z]{2}$", description: "Only texts in this language, ISO 639-1.", examples: ["de"] }),
  ),
});

const Text = Type.Object({
  field: oneOf(CONTENT_FIELDS),
  source: Type.Unknown({ description: "The product's own text, in the pivot language; null if it has none." }),
  text: Type.Unknown({ description: "What is to be reviewed." }),
});

const Waiting = view<Unreviewed, [source: Texts]>()(
  {
    id: [Uuid, "id"],
    product_id: [Uuid, "productId"],
    product_name: [Type.String(), "productTitle"],
    language: [Type.String({ description: "ISO 639-1.", examples: ["de"] }), "language"],
    entity_id: [orNull(Uuid, "Null: the texts for all entities."), "entityId"],
    configuration_id: [orNull(Uuid), "configurationId"],
    texts: [
      Type.Array(Text, { description: "The fields that have a text." }),
      ({ content }, source) =>
        CONTENT_FIELDS.filter((field) => (content[field] ?? null) !== null).map((field) => ({
          field,
          source: source[field] ?? null,
          text: content[field],
        })),
    ],
    waits_since: [Time, ({ waitsSinceMs }) => isoOfMs(waitsSinceMs)],
    updated_at: [Ticks, ({ updatedAtUs }) => isoOfUs(updatedAtUs)],
    etag: [
      Type.String({ description: "Send it as `If-Match` with what decides it.", examples: ['"1764000000000000"'] }),
      ({ updatedAtUs }) => `"${updatedAtUs}"`,
    ],
  },
  { title: "UnreviewedTexts" },
);

/** `/content-variants/unreviewed`: what machines have translated and no user has looked at. */
export const unreviewedRoutes = (services: Services) =>
  new Elysia({ prefix: "/content-variants", tags: ["Product Languages"] }).use(access(services)).get(
    "/unreviewed",
    async ({ db, query }) => {
      const { language = null } = query;
      const page = pageOf(query, SIZES);
      const { items, total, next } = await keysetPage(page, {
        name: `unreviewed ${language}`,
        shape: ["count", "text"],
        read: (range) => listUnreviewed(db, language, range),
        count: () => countUnreviewed(db, language),
        place: ({ waitsSinceMs, id }) => [waitsSinceMs, id],
      });
      const ids = [...new Set(items.map(({ productId }) => productId))];
      const rows = ids.length === 0 ? [] : await findRowsByIds(db, ids);
      const sources = new Map(rows.map((row) => [row.id, masterContent(row)]));
      return metaPage(
        items.map((item) => Waiting.of(item, sources.get(item.productId) ?? {})),
        total,
        page,
        next,
      );
    },
    {
      policy: VIEW,
      query: ListQuery,
      response: {
        200: metaPageOf(
          Type.Object(
            { ...Waiting.Body.properties, ...expandable({ product: "product", entity: "entity" }) },
            { title: "UnreviewedTexts" },
          ),
        ),
      },
      detail: {
        operationId: "listUnreviewedTexts",
        summary: "List translations that wait for a review",
        description: `Texts in other languages, and of entities, that a machine has stored by itself and that no user has reviewed since; those that wait longest first. \`PATCH …/review\` of the content variant ends it, and so does deleting it; a review that is withdrawn waits again. \`total\` is counted up to ${UNREVIEWED_COUNTED_MAX}.`,
      },
    },
  );
