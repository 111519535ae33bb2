import { expect, test } from "bun:test";
import { lamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";

const TOLD = [...MORE_SHOPS, ...MARKETPLACES].filter(({ id }) => id === "shopware" || id === "amazon");

test.each(TOLD.map((platform) => [platform.id, platform] as const))(
  "%s: the stock of a product that was deleted there is refused by its id there, with what to do",
  async (_, platform) => {
    const { push, shelf } = await openPlatform(platform);
    const [made] = await push([lamp("SKU-1")]);
    const externalId = made && "externalId" in made ? made.externalId : expect.unreachable();
    shelf.products.clear();
    const error = `The shop no longer has its product ${externalId}: push the product to make it again`;
    expect(await push([lamp("SKU-1", { externalId })], "stock")).toMatchObject([{ isMissing: true, error }]);
    expect(shelf.made).toHaveLength(1);
  },
);
