import { Type } from "@sinclair/typebox";
import { listSavedViews, type SavedView, savedViews } from "../../../db/users/saved-views.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { Time } from "../../http/input/fields.ts";
import { keysetAnswer } from "../../http/input/keyset-page.ts";
import { metaPageOf, PageQuery, pageOf } from "../../http/input/page.ts";
import { required } from "../../http/output/errors.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { nameKey } from "../../text/name-key.ts";
import { removeView, saveView, VIEWS_MAX, viewVersion } from "./save-view.ts";

const NAME_MAX = 80;
const PARAMETERS_MAX = 40;
const VALUE_MAX = 500;
const COLUMNS_MAX = 100;

const Params = Type.Object({
  view_name: Type.String({
    minLength: 1,
    maxLength: NAME_MAX,
    pattern: "\\S",
    description: "Name of the view, regardless of case and accents.",
    examples: ["Without a picture"],
  }),
});
const Query = Type.Record(Type.String({ pattern: "^\\S+$" }), Type.String({ maxLength: VALUE_MAX }), {
  maxProperties: PARAMETERS_MAX,
  description: "Parameters of `GET /products`, and `q` for `GET /search/products`.",
  examples: [{ has_images: "false", sort_by: "updated_at" }],
});
const ViewColumns = Type.Array(Type.String({ maxLength: 60, pattern: "^\\S+$" }), {
  maxItems: COLUMNS_MAX,
  uniqueItems: true,
  description: "Fields of a product, in order. Empty: those of the screen.",
  examples: [["name", "price"]],
});
const ViewBody = Type.Object(
  { name: Type.String(), query: Query, columns: ViewColumns, updated_at: Time },
  { description: "A saved view." },
);
const Update = Type.Object({ query: Query, columns: Type.Optional(ViewColumns) });

const bodyOf = ({ name, query, columns, updatedAtMs }: SavedView) => ({
  name,
  query,
  columns,
  updated_at: isoOfMs(updatedAtMs),
});

const READ = { credential: "session", tier: "READ_STANDARD" } as const;
const WRITE = { credential: "session", tier: "WRITE_CONFIG" } as const;

/** `/views`: what a user has named. No other user sees it. */
export const viewRoutes = (services: Services) =>
  accessRoutes(services, "Saved Views", "/views")
    .get(
      "",
      ({ db, principal: { subjectId: userId }, query }) =>
        keysetAnswer(pageOf(query), {
          name: "saved-views",
          shape: ["text"],
          read: ({ after, ...range }) => listSavedViews(db, { userId, after: after?.[0], ...range }),
          count: () => savedViews.count(db, { userId }),
          place: (view) => [view.nameKey],
          show: bodyOf,
        }),
      {
        policy: READ,
        query: PageQuery,
        response: { 200: metaPageOf(ViewBody) },
        detail: {
          operationId: "listSavedViews",
          summary: "List your views",
          description: "The views of the user of this session, by name.",
        },
      },
    )
    .get(
      "/:view_name",
      async ({ db, principal: { subjectId: userId }, params: { view_name: name }, headers, set }) => {
        const view = required(await savedViews.find(db, { userId, nameKey: nameKey(name) }), "saved_view", name);
        return withETag({ headers, set }, viewVersion(view), bodyOf(view));
      },
      {
        policy: READ,
        params: Params,
        response: { 200: ViewBody },
        detail: {
          operationId: "getSavedView",
          summary: "Get one of your views",
          description: "Views of other users are not found.",
        },
      },
    )
    .put(
      "/:view_name",
      async ({ write, principal: { subjectId: userId }, params: { view_name: name }, body, headers, set }) => {
        const { query, columns = [] } = body;
        const view = await write(saveView, { userId, name, query, columns, expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, viewVersion(view), bodyOf(view));
      },
      {
        policy: WRITE,
        params: Params,
        body: Update,
        response: { 200: ViewBody },
        detail: {
          operationId: "putSavedView",
          summary: "Save a view",
          description: `Makes a view of this name, or replaces yours that is called so. At most ${VIEWS_MAX}.`,
        },
      },
    )
    .delete(
      "/:view_name",
      async ({ write, principal: { subjectId: userId }, params: { view_name: name }, headers, status }) => {
        await write(removeView, { userId, name, expected: ifMatch(headers) });
        return status(204, undefined);
      },
      {
        policy: WRITE,
        params: Params,
        response: { 204: Type.Void({ description: "The view is deleted." }) },
        detail: {
          operationId: "deleteSavedView",
          summary: "Delete one of your views",
          description: "Products stay as they are.",
        },
      },
    );
