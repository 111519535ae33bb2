import { expect, test } from "bun:test";
import { openPlatform } from "../doubles/platforms/open.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { SHOPIFY_SHOP } from "../doubles/shop-apis-by-token.ts";

const platform = SHOPS.find(({ id }) => id === "shopify") ?? expect.unreachable();

const factsWith = async (scopes: string[], more: Record<string, string> = {}) => {
  const accessScopes = scopes.map((handle) => ({ handle }));
  const shopLocales = ["en", "fr"].map((locale) => ({ locale, name: locale, primary: locale === "fr" }));
  const data = { ...SHOPIFY_SHOP, shopLocales, currentAppInstallation: { accessScopes } };
  const { adapter, api } = await openPlatform(
    { ...platform, credentials: { ...platform.credentials, ...more } },
    { when: () => true, reply: () => ({ json: { data } }) },
  );
  return adapter.test(api);
};

test("shopify: a test names the scopes that are missing, and what the others let choose from", async () => {
  await expect(factsWith(["read_products", "write_inventory"])).rejects.toMatchObject({
    reason: "credentials",
    message: expect.stringContaining("lacks write_products, read_locations"),
  });
  expect(await factsWith(["write_products", "write_inventory", "read_locations"])).toEqual({
    choices: {
      currencies: [{ id: "EUR", name: "EUR" }],
      locations: [{ id: "gid://shopify/Location/1", name: "Store" }],
    },
    priceTax: "included",
    warnings: ["read_orders", "write_publications", "read_locales, write_translations"].map((scopes) =>
      expect.stringContaining(`The app lacks ${scopes}: `),
    ),
  });
  const all = ["write_products", "write_inventory", "read_locations", "read_orders", "write_publications"];
  const whole = await factsWith([...all, "read_locales", "write_translations"]);
  expect(whole).toMatchObject({ warnings: [], choices: { languages: ["fr", "en"].map((id) => ({ id })) } });
});

test("shopify: a test names the locations of the shop where the one of the credentials is none of them", async () => {
  const scopes = ["write_products", "write_inventory", "read_locations"];
  await expect(factsWith(scopes, { location_id: "7" })).rejects.toMatchObject({
    message: "The shop has no location 7: set location_id to one of 1 (Store)",
  });
  expect(await factsWith(scopes, { location_id: "1" })).toHaveProperty("choices.locations");
});
