import process from "node:process";
import { parseArgs } from "node:util";

/**
 * `npm run test:shops -- --woocommerce URL --prestashop URL --magento URL`: the suite of a shop against a real one, with products of its own
 * that it removes. Without an address it is run against what was recorded. `--record` writes down what the shop answers.
 */
const OPTIONS = {
  woocommerce: "Address of the shop",
  "woocommerce-key": "Consumer key, or SHOP_WOOCOMMERCE_KEY",
  "woocommerce-secret": "Consumer secret, or SHOP_WOOCOMMERCE_SECRET",
  "woocommerce-read-key": "A key that may only read, with its secret",
  "woocommerce-read-secret": "",
  prestashop: "Address of the shop",
  "prestashop-key": "Key of the webservice, or SHOP_PRESTASHOP_KEY",
  "prestashop-read-key": "A key that may only read",
  magento: "Address of the shop",
  "magento-token": "Access token of an integration, or SHOP_MAGENTO_TOKEN",
  "magento-read-token": "One of an integration that may not write products",
} as const;

const { values } = parseArgs({
  options: {
    ...Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: "string" as const }])),
    record: { type: "boolean" },
  },
});
const named = Object.entries(values).flatMap(([name, value]) =>
  typeof value === "string" ? [[`SHOP_${name.replaceAll("-", "_").toUpperCase()}`, value]] : [],
);
const env = { ...process.env, ...Object.fromEntries(named), ...(values["record"] === true && { SHOPS_RECORD: "1" }) };
const command = [process.execPath, "test", "--timeout", "120000", "./test/shops"];
const { exitCode } = Bun.spawnSync(command, { env, stdio: ["inherit", "inherit", "inherit"] });
process.exit(exitCode);
