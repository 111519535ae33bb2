import { expect, test } from "bun:test";
import { openShop } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";

const GROUPS = [
  { id: 1, name: "CL Standard Rate (19%)" },
  { id: 2, name: "FR 20%" },
  { id: 3, name: "TVA réduite 5,5 %" },
  { id: 4, name: "Books" },
];

/** A PrestaShop that has these tax rules, and whose key has every right. */
function openRules() {
  const may = (resource: string) =>
    `<${resource} get="true" put="true" post="true" patch="true" delete="true" head="true"></${resource}>`;
  const rights =
    `products stock_availables languages categories manufacturers images combinations specific_prices product_options
    product_option_values product_features product_feature_values tax_rule_groups tax_rules taxes currencies configurations orders
    order_details order_slip tags`.split(/\s+/);
  return openShop(({ path }) => {
    if (/^\/api\/?(\?|$)/.test(path))
      return { text: `<prestashop><api>${rights.map(may).join("")}</api></prestashop>` };
    return { json: path.startsWith("/api/tax_rule_groups") ? { tax_rule_groups: GROUPS } : [] };
  });
}

test.each([
  ["of another rate", { rate: 20, tax_class: "1" }, [/class 1 of the shop is called CL Standard Rate \(19%\).*20 %/]],
  ["that is not there", { rate: 20, tax_class: "9" }, [/no tax class 9 \(it has 1 CL Standard Rate \(19%\), 2 FR 20%/]],
  ["of this rate", { rate: 20, tax_class: "2" }, []],
  ["of this rate, with a comma", { rate: 5.5, tax_class: "3" }, []],
  ["whose name says no rate", { rate: 20, tax_class: "4" }, []],
] as const)("a test of a connector warns of a tax class %s", async (_, taxClass, expected) => {
  const shop = await openRules();
  const tenant = await newTenant();
  const { body } = await tenant.post("/connectors", {
    ...{ platform_id: "prestashop", name: "Shop", credentials: { shop_url: shop.url, api_key: "k" } },
    sync_options: { default_tax_rate: 20, tax_classes: [taxClass] },
  });
  const tested = tenant.post(`/connectors/${body.id}/test`);
  await runJobs();
  const { warnings } = (await tested).body;
  expect(warnings.filter((text: string) => text.includes("tax class"))).toEqual(
    expected.map((each) => expect.stringMatching(each)),
  );
});
