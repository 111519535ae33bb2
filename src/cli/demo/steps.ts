import { imageFacts } from "../../products/media/image-facts.ts";
import products from "../demo-products.csv" with { type: "text" };
import frenchProducts from "../demo-products-fr.csv" with { type: "text" };
import { answer, type Client, type Json, openClient, pick, say } from "./client.ts";
import { FRENCH_MAPPING, showLanguages } from "./demo-languages.ts";
import { DIMENSIONS } from "./embedder.ts";
import { exportAll } from "./export.ts";
import type { LocalModel } from "./local-model.ts";
import { enrich } from "./model.ts";
import { type DemoPartner, giveAway } from "./partner.ts";
import { drawKnife } from "./picture.ts";
import { sellInFrancs } from "./second-currency.ts";
import { type DemoShop, fillShop } from "./shop.ts";
import { watchPrices } from "./watch-prices.ts";

const FILE = { name: "demo-products.csv", text: products };
const FRENCH_FILE = { name: "demo-products-fr.csv", text: frenchProducts };
/** The chef's knife of the sample. */
const KNIFE_EAN = "2100000013012";
/** A price list with a mistake. */
const WRONG_FILE = { name: "wrong-prices.csv", text: `EAN,Price\n${KNIFE_EAN},4.29\n` };

/** The next list of the same supplier: the same columns in another format. */
const NEXT_FILE = {
  name: "next-prices.json",
  text: JSON.stringify({ prices: [{ price: 6.4, ean: "2490003101428" }] }),
};

/** What the demo knows before its first call. */
export interface DemoStart {
  /** Makes the vectors: the demo's own. */
  embedderUrl: string;
  /** Makes the texts: the demo's own. */
  modelUrl: string;
  /** The model that runs on this machine, or is named. */
  localModel: LocalModel | undefined;
  /** The competitor: a shop of the demo's own. */
  shopUrl: string;
  /** The shop that a connector fills: another one of the demo's own. */
  shop: DemoShop;
  /** The partner's folder: the demo's own. */
  partner: DemoPartner;
  email: string;
  password: string;
}

type Step = readonly [title: string, take: (client: Client) => Promise<unknown>];

const list = (value: unknown) => value as Json[]; // documented as a list of objects

/** Settings are for people: the admin logs in. */
async function logIn(client: Client, { email, password }: DemoStart): Promise<Client> {
  const login = await answer(await client.send("POST", "/auth/login/json", { email, password }));
  return client.as({ authorization: `Bearer ${login["access_token"]}` });
}

/** The products' own texts are English in the demo; it must be said before there are any. */
export async function setEnglish(url: string, start: DemoStart): Promise<void> {
  const admin = await logIn(openClient(url, {}), start);
  await admin.send("PUT", "/settings/languages", { pivot: "en" });
}

async function setUpVectors(client: Client, start: DemoStart): Promise<void> {
  say("   Similar products need vectors, and those an OpenAI-compatible server. There is no AI here: the demo has a");
  say(`   server of its own at ${start.embedderUrl} that compares the words of texts, not what they mean.`);
  const admin = await logIn(client, start);
  await admin.call("PUT", "/settings/search-vector", {
    enabled: true,
    base_url: start.embedderUrl,
    model: "shared-words",
    dimensions: DIMENSIONS,
  });
}

const shownMapping = (mapping: Json) =>
  Object.entries(mapping)
    .map(([column, target]) => `${column} = ${JSON.stringify(target)}`)
    .join(", ");

function formOf({ name, text }: typeof FILE, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  form.set("file", new File([text], name));
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return form;
}

async function upload(client: Client, file: typeof FILE): Promise<{ id: string; mapping: Json }> {
  const form = formOf(file);
  const uploaded = await answer(await client.call("POST", "/imports/upload", form));
  const { file_analysis: analysis } = uploaded["data"] as { file_analysis: Json };
  const mapping = analysis["suggested_mapping"] as Json; // documented as an object
  say(`   ${pick(analysis, "row_count")}; recognised: ${shownMapping(mapping)}`);
  return { id: String(uploaded["id"]), mapping };
}

async function runImport(client: Client, file: typeof FILE, ownMapping?: Json): Promise<string> {
  const { id, mapping } = await upload(client, file);
  if (ownMapping) say("   Taken of it: the French texts, beside the English ones, and the prices.");
  await client.call("POST", `/imports/${id}/save-mapping`, {
    column_mapping: ownMapping ?? mapping,
    import_options: { create_categories: true },
  });
  const forecast = await answer(await client.call("POST", `/imports/${id}/dry-run`));
  say(`   ${pick(forecast, "products_to_create", "products_to_update", "rows_with_errors")}`);
  await client.call("POST", `/imports/${id}/start-processing`);
  await end(client, id);
  return id;
}

async function end(client: Client, id: unknown): Promise<void> {
  const ended = await client.poll(`/imports/${id}`, ({ status }) => /^(completed|failed|cancelled)/.test(`${status}`));
  say(`   ${pick(ended, "status", "processed_rows", "products_created", "products_updated", "failed_rows")}`);
}

/**
 * Its mapping is stored, and imports the next list automatically: uploaded here, fetched from a server by a schedule
 * elsewhere.
 */
async function followTemplate(client: Client): Promise<void> {
  const found = await answer(await client.send("GET", "/imports/?per_page=1"));
  const path = `/mapping-templates/from-import/${list(found["items"])[0]?.["id"]}`;
  const template = await answer(await client.call("POST", path, { name: "Price list" }));
  const form = formOf(NEXT_FILE, { template_id: String(template["id"]), auto_process: "true" });
  await end(client, (await answer(await client.call("POST", "/imports/upload", form)))["id"]);
}

async function undo(client: Client): Promise<void> {
  const id = await runImport(client, WRONG_FILE);
  for (const path of [`/imports/${id}/revert?preview=true`, `/imports/${id}/revert`]) {
    await client.call("POST", path);
    const ended = await client.poll(`/imports/${id}/revert`, ({ status }) => status !== "processing");
    say(`   ${pick(ended, "is_preview", "products_deleted", "products_restored", "products_left")}`);
  }
}

async function search(client: Client): Promise<void> {
  const lookFor = async (what: string, query: string) => {
    say(`   ${what}`);
    const found = await answer(await client.call("GET", `/search/products?${query}&per_page=3`));
    for (const { ean, title, score, highlights } of list(found["items"])) {
      say(`     ${ean}  ${title}  score ${score}  ${JSON.stringify(highlights)}`);
    }
  };
  await lookFor("Ordered by relevance: the title counts more than the description.", "q=wood");
  await lookFor("With a typo:", "q=kinfe");
  await lookFor("Search as you type: the last word matches by prefix:", "q=desk%20la");
  const suggested = await answer(await client.call("GET", "/search/suggest?q=kni"));
  for (const { type, text } of list(suggested["suggestions"])) say(`     ${type}  ${text}`);
}

async function facets(client: Client): Promise<void> {
  const found = await answer(await client.call("GET", "/search/products?q=garden&facets=brand&facets=category"));
  say(`     ${pick(found["meta"] as Json, "total")}`);
  for (const [name, values] of Object.entries(found["facets"] as Record<string, Json[]>)) {
    say(`     ${name}: ${values.map((each) => `${each["name"]} ${each["count"]}`).join(", ")}`);
  }
}

async function makeTexts(client: Client, start: DemoStart): Promise<void> {
  const [admin, productId] = [await logIn(client, start), await findKnife(client)];
  await enrich(client, { admin, baseUrl: start.modelUrl, local: start.localModel, productId });
}

async function giveSome(client: Client, { partner }: DemoStart): Promise<void> {
  const found = await answer(await client.send("GET", "/products?search=knife&limit=3"));
  const ids = list(found["items"]).map(({ id }) => String(id));
  await giveAway(client, partner, ids);
}

async function findKnife(client: Client): Promise<string> {
  const found = await answer(await client.call("GET", `/products?ean=${KNIFE_EAN}`));
  return String(list(found["items"])[0]?.["id"]);
}

async function similar(client: Client, start: DemoStart): Promise<void> {
  await setUpVectors(client, start);
  const id = await findKnife(client);
  say("   The vectors are made in the background, within some seconds of a change.");
  const near = await client.poll(`/search/products/${id}/similar?limit=3`, ({ total }) => total !== 0);
  for (const { ean, title, score } of list(near["items"])) say(`     ${ean}  ${title}  score ${score}`);
}

async function picture(client: Client): Promise<void> {
  const id = await findKnife(client);
  const form = new FormData();
  form.set("file", new File([drawKnife()], "chef-knife.png", { type: "image/png" }));
  form.set("alt_text", "Chef's knife");
  const media = await answer(await client.call("POST", `/products/${id}/media/upload`, form));
  say(`     ${pick(media, "content_type", "width", "height", "size", "is_primary")}`);
  say(`     url ${media["url"]}`);
  say(`     thumbnail_url ${media["thumbnail_url"]}`);
  say("   Everybody may read them, as shops do:");
  for (const name of ["url", "thumbnail_url"]) {
    const image = await client.fetchPublic(String(media[name]));
    say(`     ${(await imageFacts(new Uint8Array(await image.arrayBuffer()))).width} pixels wide`);
  }
}

/** What the demo shows, in its order. */
export const demoSteps = (start: DemoStart): readonly Step[] => [
  [`Import ${FILE.name}`, (client) => runImport(client, FILE)],
  ["Import it again: nothing is made twice", (client) => runImport(client, FILE)],
  [
    `Import ${FRENCH_FILE.name}: other columns, the same products`,
    async (client) => {
      await runImport(client, FRENCH_FILE, FRENCH_MAPPING);
      await showLanguages(client, await findKnife(client));
    },
  ],
  ["Import a wrong price, and undo it", undo],
  ["Let the next price list, JSON this time, import itself by a template", followTemplate],
  ["Search the products", search],
  ["Count the hits by brand and category", facets],
  ["Give the chef's knife a picture", picture],
  [
    "Watch a competitor's price",
    async (client) => watchPrices(client, { id: await findKnife(client), ean: KNIFE_EAN, shopUrl: start.shopUrl }),
  ],
  ["Fill a shop", async (client) => fillShop(client, start.shop, await findKnife(client))],
  ["Let a model write texts of the chef's knife", (client) => makeTexts(client, start)],
  ["Export the products", exportAll],
  ["Give some of them to a partner", (client) => giveSome(client, start)],
  [
    "Sell the chef's knife in Swiss francs, without tax",
    async (client) => sellInFrancs(client, await logIn(client, start), await findKnife(client)),
  ],
  ["Find products like the chef's knife", (client) => similar(client, start)],
];
