import { mutation } from "../../../db/ports.ts";
import { type SavedView, savedViews } from "../../../db/users/saved-views.ts";
import { invalidBody, required } from "../../http/output/errors.ts";
import { type Conditional, requireVersion, versionOf } from "../../http/output/etag.ts";
import { nameKey } from "../../text/name-key.ts";

/** How many views a user has at most. */
export const VIEWS_MAX = 50;

/** Differs whenever what a view shows does. */
export const viewVersion = ({ name, query, columns }: Pick<SavedView, "name" | "query" | "columns">): string =>
  versionOf([name, Object.entries(query).toSorted(), columns]);

interface Named extends Conditional {
  userId: string;
  name: string;
}

/** Saves a view of a user, in the place of the one that is called so. Throws VALIDATION_FAILED for too many, PRECONDITION_FAILED. */
export const saveView = mutation(
  "views.save",
  async (
    tx,
    { userId, name, query, columns, expected }: Named & Pick<SavedView, "query" | "columns">,
    context,
  ): Promise<SavedView> => {
    const key = { userId, nameKey: nameKey(name) };
    const before = await savedViews.find(tx, key);
    if (expected) requireVersion(expected, before ? viewVersion(before) : "");
    if (!before && (await savedViews.count(tx, { userId })) >= VIEWS_MAX) {
      throw invalidBody([{ field: "name", type: "too_long", key: "views.too_many", params: { limit: VIEWS_MAX } }]);
    }
    const view = { ...key, name, query, columns, updatedAtMs: context.now() };
    await savedViews.save(tx, view);
    return view;
  },
);

/** Deletes a view of a user. Throws NOT_FOUND, PRECONDITION_FAILED. */
export const removeView = mutation("views.remove", async (tx, { userId, name, expected }: Named): Promise<void> => {
  const key = { userId, nameKey: nameKey(name) };
  const found = required(await savedViews.find(tx, key), "saved_view", name);
  requireVersion(expected, viewVersion(found));
  await savedViews.erase(tx, key);
});
