import { UUID } from "../../text/uuid.ts";
import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";
import type { Api } from "./api-client.ts";
import { pairOf } from "./api-command.ts";
import type { ClientCommand } from "./client-command.ts";
import { listOperations, typedFields } from "./described.ts";

const LISTED = ["id", "ean", "reference", "title", "price", "stock", "status"];
const SHOWN = [...LISTED, "brand_name", "category_name", "completeness_score", "created_at", "updated_at"];

/** Filters of a list: any parameter that it takes. */
const FILTER = ["-q, --query <name=value>", "A filter of the list: brand_id=…, in_stock=true", "many"] as const;
const PAGE = ["--page <number>", "Which page"] as const;
const PER_PAGE = ["--per-page <number>", "How many on a page; 20, at most 100"] as const;

const listQuery = (given: Record<string, unknown>): URLSearchParams => {
  const filters = Array.isArray(given["query"]) ? given["query"].map((each) => pairOf("-q", String(each))) : [];
  const query = new URLSearchParams(filters);
  if (typeof given["page"] === "string") query.set("page", given["page"]);
  if (typeof given["perPage"] === "string") query.set("per_page", given["perPage"]);
  return query;
};

/** The id of a product by id or EAN. Throws `CommandRefused`. */
async function productId(api: Api, named: string): Promise<string> {
  if (UUID.test(named)) return named;
  const { items } = await api.json("GET", "/products", { query: { ean: named, per_page: 1 } });
  if (items[0] !== undefined) return items[0].id;
  throw new CommandRefused(`No product has the id or EAN "${named}": catalogd search finds it by its words`);
}

/** `catalogd products …` */
export const PRODUCT_COMMANDS: ClientCommand[] = [
  {
    group: "products",
    usage: "list",
    description: "List products, newest first",
    options: [FILTER, PAGE, PER_PAGE],
    examples: ["catalogd products list --per-page 5", "catalogd products list -q in_stock=true -q status=active"],
    run: async ({ api, given, show }) => {
      show(await api.json("GET", "/products", { query: listQuery(given) }), LISTED);
    },
  },
  {
    group: "products",
    usage: "get <product>",
    description: "Show a product, by id or EAN",
    examples: ["catalogd products get 4006381333931", "catalogd products get 4006381333931 --json"],
    run: async ({ api, words, show }) => {
      show(await api.json("GET", `/products/${await productId(api, String(words[0]))}`), SHOWN);
    },
  },
  {
    group: "products",
    usage: "set <product> <field=value...>",
    description: "Change fields of a product, by id or EAN; an empty value clears a field",
    examples: [
      "catalogd products set 4006381333931 price=1.80 brand_id=",
      'catalogd products set 4006381333931 "name=Oak chair"',
    ],
    run: async ({ api, words: [named, fields], show }) => {
      const pairs = Array.isArray(fields) ? fields.map((each) => pairOf("field", each)) : [];
      if (pairs.length === 0) throw new CommandRefused("Name at least one field=value", EXIT.usage);
      const operation = (await listOperations(api)).find(({ operationId }) => operationId === "updateProduct");
      const body = typedFields(operation, pairs);
      show(await api.json("PATCH", `/products/${await productId(api, String(named))}`, { body }), SHOWN);
    },
  },
];

/** `catalogd search` */
export const SEARCH_COMMAND: ClientCommand = {
  usage: "search <word...>",
  description: "Search products by words, with typos; the best first",
  options: [FILTER, PAGE, PER_PAGE],
  examples: ["catalogd search oak chair", "catalogd search chair -q in_stock=true --per-page 5 --json"],
  run: async ({ api, words: [sought], given, show, note }) => {
    const query = listQuery(given);
    query.set("q", Array.isArray(sought) ? sought.join(" ") : String(sought));
    const found = await api.json("GET", "/search/products", { query });
    show(found, ["id", "ean", "reference", "title"]);
    if (found.did_you_mean !== null && given["json"] !== true) note(`Did you mean "${found.did_you_mean}"?`);
  },
};

/** `catalogd prices …` */
export const PRICE_COMMANDS: ClientCommand[] = [
  {
    group: "prices",
    usage: "list <product>",
    description: "List the prices of a product by source, by its id or EAN",
    examples: ["catalogd prices list 4006381333931"],
    run: async ({ api, words, show }) => {
      const id = await productId(api, String(words[0]));
      show(await api.json("GET", `/products/${id}/prices`), [
        "id",
        "source",
        "price_type",
        "price",
        "currency",
        "is_active",
      ]);
    },
  },
  {
    group: "prices",
    usage: "best <product>",
    description: "Show the best price of a product",
    examples: ["catalogd prices best 4006381333931 --json"],
    run: async ({ api, words, show }) => {
      show(await api.json("GET", `/products/${await productId(api, String(words[0]))}/prices/best`));
    },
  },
  {
    group: "prices",
    usage: "history <product>",
    description: "List how the prices of a product have changed",
    examples: ["catalogd prices history 4006381333931"],
    run: async ({ api, words, show }) => {
      show(await api.json("GET", `/products/${await productId(api, String(words[0]))}/prices/history`));
    },
  },
];
