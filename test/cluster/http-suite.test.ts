import { test } from "bun:test";
import { sized } from "../sized.ts";
import { passWithTwoProcesses, SUITE_MS } from "./suite.ts";

/** A part of the tests of the API; what is about how an answer is written is the same in any process. */
const PART = [
  "appsync/change appsync/read events/emitted-events events/machine-writes events/part-writes exports/catalog-export",
  "ext/batch ext/one-catalog ext/upsert imports/outcome media/change-images products/list-products products/read-product",
  "products/query/search-products products/update-product products/workflow/workflow resource/crud views/views",
  "webhooks/webhooks",
];
/**
 * The others that pass so. What is left is written for one process: tests that move the clock, look into the application, count its
 * queries, or have servers of their own that no resolver knows; and those that refuse a changed key at the very next request,
 * which other processes do within a second.
 */
const OTHERS = [
  "ai/lost-calls appsync/sync appsync/updates auth/login auth/session brands/brands categories/categories",
  "cli/users-and-keys clients/typescript competitors/competitors competitors/merging compliance/compliance",
  "compliance/documents connectors/addresses connectors/api-versions connectors/bigcommerce-webhooks",
  "connectors/consent connectors/ebay-webhooks connectors/guides connectors/inbound connectors/inbound-limits",
  "connectors/items connectors/order-news exports/csv-export exports/csv-import exports/feeds/feeds exports/formats",
  "exports/legacy exports/names exports/options exports/profiles/profiles exports/profiles/statements",
  "exports/stream exports/suppliers exports/workbook-cells ext/access http/contract http/expand http/forged-cursors",
  "http/machine-errors http/mistyped-fields http/page-headers-of-catalog http/routes http/strangers",
  "http/wide-bodies import-configs/secret-address imports/example-files imports/failed-rows imports/foreign-prices",
  "imports/format-round-trip imports/formats/published-forms imports/formats/uploads imports/further-images",
  "imports/hostile-files imports/images media/upload-image operator/diagnostics outbound/written-addresses",
  "price-monitor/filtered-lists price-monitor/positions pricing/currency-of-a-list pricing/decimals",
  "pricing/price-lists pricing/shared-sources pricing/which-price-applies products/all-faults products/catalogue",
  "products/delete-product products/estimated-totals products/long-list products/stats/change-stats",
  "products/stats/channel-stats products/stats/stats repricing/repricing search/lag search/routes",
  "search/search-products secrets/connector-secrets secrets/secret-again settings/dependencies",
  "settings/dependency-secrets settings/languages settings/search-synonyms sourcing/product-suppliers stock/routes",
  "entities/entities ext/delta imports/parents imports/preview imports/reanalyze imports/recognise imports/rights",
  "mapping-templates/templates suppliers/suppliers sweeps/uniqueness tags/tags tax/repricing tax/tax-rates",
  "text/instants text/stored-texts",
  "translation/texts uploads/form-names users/invite users/routes web/search-providers webhooks/made-secret",
];
const filesOf = (lines: readonly string[]) =>
  lines.flatMap((line) => line.split(" ").map((name) => `./test/${name}.test.ts`));

/** They run here as they are, but with two processes in place of the application (`TEST_CLUSTER=1 npm test -- FOLDER` runs any). */
test(
  "tests of the API pass against two processes behind a plain proxy",
  async () => {
    await passWithTwoProcesses(filesOf(sized(PART, [...PART, ...OTHERS])));
  },
  SUITE_MS,
);
