import { type Static, Type } from "@sinclair/typebox";
import {
  countUnreviewed,
  listUnreviewed,
  UNREVIEWED_COUNTED_MAX,
  type Unreviewed,
  type UnreviewedFilter,
} from "../../../db/content-variants/unreviewed.ts";
import type { Reader } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { expandable } from "../../http/input/expand.ts";
import { orNull, Ticks, Time, Uuid } from "../../http/input/fields.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { metaPage, metaPageOf, pageOf, pageQuery } from "../../http/input/page.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { choiceOf, DecidedBody, decideMany, requireChoice } from "../../kit/decide-many.ts";
import { view } from "../../kit/view.ts";
import { EDIT, VIEW } from "../../products/policies.ts";
import { CONTENT_FIELDS, masterContent, type Texts } from "../../products/views/resolve-content.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs, isoOfUs } from "../../text/instant.ts";
import { acceptUnreviewed, reopenReviewed } from "./decide-unreviewed.ts";

/** Each comes with its texts and what they were made of. */
const SIZES = { perPage: 20, perPageMax: 50 };
const score = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 100, description }));
const FilterFields = {
  language: Type.Optional(
    Type.String({ pattern: "^[a-z]{2}$", description: "Only texts in this language, ISO 639-1.", examples: ["de"] }),
  ),
  product_id: Type.Optional(Type.String({ format: "uuid", description: "Only of this product." })),
  entity_id: Type.Optional(Type.String({ format: "uuid", description: "Only texts of this entity." })),
  min_score: score("Only texts with this `score` at least."),
  max_score: score("Only texts with this `score` at most."),
};
const Filter = Type.Object(FilterFields);
const ListQuery = Type.Object({ ...pageQuery(SIZES).properties, ...FilterFields });
const filterOf = (given: Static<typeof Filter>): UnreviewedFilter => ({
  language: given.language,
  productId: given.product_id?.toLowerCase(),
  entityId: given.entity_id?.toLowerCase(),
  minScore: given.min_score,
  maxScore: given.max_score,
});

const DecideRequest = Type.Object({
  action: oneOf(["accept", "reopen"] as const, {
    description: "`reopen` takes reviews back, by ids: what was not changed since waits again.",
  }),
  ...choiceOf(FilterFields),
  etags: Type.Optional(
    Type.Array(Type.String({ pattern: '^"?[0-9]{1,16}"?$', examples: ['"1764000000000000"'] }), {
      maxItems: 500,
      description: "Those that you have read: texts that have another one by now are a conflict. Absent: any.",
    }),
  ),
  overwrite: Type.Optional(
    Type.Boolean({ description: "Also what somebody has edited since a machine wrote it. Default false: a conflict." }),
  ),
});
const Decided = Type.Object(
  {
    ...DecidedBody.properties,
    decided: Type.Array(Uuid, { description: "The ids of those that are done: with them `reopen` takes it back." }),
  },
  { title: "DecidedTexts" },
);

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
    score: [
      orNull(
        Type.Number({ minimum: 0, maximum: 100 }),
        "The lowest score that a batch has given these translations; null where it is not known, as for texts that were edited.",
      ),
      "score",
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
  accessRoutes(services, "Product Languages", "/content-variants/unreviewed")
    .get("", ({ db, query }) => pageOfUnreviewed(db, query), {
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
    })
    .post("/decide", ({ db, write, body }) => decide(db, write, body), {
      policy: { ...EDIT, narrows: true },
      body: DecideRequest,
      response: { 200: Decided },
      detail: {
        operationId: "decideUnreviewedTexts",
        summary: "Accept many translations that wait for a review",
        description:
          "By ids, or by language, product, entity and score. Each by itself: a conflict leaves the others. What somebody " +
          "has edited since a machine wrote it waits until it is looked at.",
      },
    });

async function pageOfUnreviewed(db: Reader, query: Static<typeof ListQuery>) {
  const filter = filterOf(query);
  const page = pageOf(query, SIZES);
  const { items, total, next } = await keysetPage(page, {
    name: `unreviewed ${JSON.stringify(filter)}`,
    shape: ["count", "text"],
    read: (range) => listUnreviewed(db, filter, range),
    count: () => countUnreviewed(db, filter),
    place: ({ waitsSinceMs, id }) => [waitsSinceMs, id],
  });
  const ids = [...new Set(items.map(({ productId }) => productId))];
  const rows = ids.length === 0 ? [] : await findRowsByIds(db, ids);
  const sources = new Map(rows.map((row) => [row.id, masterContent(row)]));
  const shown = items.map((item) => Waiting.of(item, sources.get(item.productId) ?? {}));
  return metaPage(shown, total, page, next);
}

async function decide(db: Reader, write: BoundWrite, body: Static<typeof DecideRequest>) {
  requireChoice(body);
  const { action, filter = {}, etags, overwrite = false, limit } = body;
  const ids = body.ids?.map((id) => id.toLowerCase());
  if (action === "reopen" && ids === undefined) {
    throw invalidBody([{ field: "filter", type: "invalid_value", key: "content.reopen_by_ids" }]);
  }
  const wanted = { ...filterOf(filter), ids };
  const versions = etags?.map((etag) => Number(etag.replaceAll('"', "")));
  const outcome = await decideMany(limit, ({ at, ...page }) =>
    action === "reopen"
      ? write(reopenReviewed, { ids: (ids ?? []).slice(at, at + page.limit) })
      : write(acceptUnreviewed, { filter: wanted, versions, overwrite, ...page }),
  );
  return { done: outcome.decided.length, ...outcome, waiting: await countUnreviewed(db, wanted) };
}
