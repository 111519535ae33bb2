import { listWithAncestors, type ShopCategoryOf, shopCategories } from "../../../../db/connectors/categories.ts";
import { findConnector } from "../../../../db/connectors/connectors.ts";
import { mutation } from "../../../../db/ports.ts";
import { required } from "../../../http/output/errors.ts";
import { type Conditional, requireVersion, versionOf } from "../../../http/output/etag.ts";

/** Notes which category of a platform stands for one here; unless the connector was deleted meanwhile. */
export const noteCategory = mutation("connectors.note-category", async (tx, row: ShopCategoryOf): Promise<void> => {
  if (await findConnector(tx, row.connectorId)) await shopCategories.save(tx, row);
});

interface Choice extends Conditional {
  connectorId: string;
  categoryId: string;
  /** `null`: it is found by its name again, or made. */
  externalId: string | null;
}

/** The version of what stands for a category. */
export const categoryVersion = (row: Pick<ShopCategoryOf, "externalId"> | undefined): string =>
  versionOf(row?.externalId ?? null);

/** Chooses which category of a platform stands for one here. Throws NOT_FOUND and PRECONDITION_FAILED. */
export const chooseCategory = mutation("connectors.choose-category", async (tx, choice: Choice): Promise<void> => {
  const { connectorId, categoryId, externalId, expected } = choice;
  required(await findConnector(tx, connectorId), "connector", connectorId);
  required(
    (await listWithAncestors(tx, [categoryId])).find(({ id }) => id === categoryId),
    "category",
    categoryId,
  );
  requireVersion(expected, categoryVersion(await shopCategories.find(tx, { connectorId, categoryId })));
  if (externalId === null) await shopCategories.erase(tx, { connectorId, categoryId });
  else
    await shopCategories.save(tx, { connectorId, categoryId, externalId, isChosen: true, name: null, parentId: null });
});
