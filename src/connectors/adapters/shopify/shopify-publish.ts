import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf, timeOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { query } from "./query.ts";
import { MUTATION_COST, portionsByCost } from "./shopify-cost.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/publishablePublish : what is made by the API is in no sales
// channel until it is published there, unless a channel takes new products by itself
const SHOWN = 20;
const CHANNELS = `query channels { publications(first: ${SHOWN}) { nodes { id autoPublish supportsFuturePublishing } } }`;

const UNPUBLISHED =
  "It is in no sales channel of the shop: publish it there, and give the app the scopes read_publications and write_publications";

/** The online stores that do not take new products by themselves: no other channel can publish later. */
const storesOf = (api: Api): Promise<string[]> =>
  api.once("online stores", async () =>
    listOf(member(await query(api, CHANNELS), "publications", "nodes")).flatMap((node) => {
      const isStore = member(node, "supportsFuturePublishing") === true;
      return isStore && member(node, "autoPublish") !== true ? (textOf(member(node, "id")) ?? []) : [];
    }),
  );

/** How long a product counts as new: one that an interrupted run has made is looked up, and was not published. */
const NEW_MS = 15 * 60_000;

/** Whether a product that was stored is new, and in no online store. */
export const isUnpublished = (product: unknown): boolean =>
  textOf(member(product, "onlineStoreUrl")) === undefined &&
  (timeOf(member(product, "createdAt")) ?? 0) > Date.now() - NEW_MS;

/** Publishes some products. Returns what is said of those that were refused, in their order. */
async function publishSome(api: Api, ids: readonly string[], to: object[]): Promise<(string | undefined)[]> {
  const declared = ids.map((_, place) => `$i${place}: ID!`).join(", ");
  const calls = ids.map(
    (_, place) => `p${place}: publishablePublish(id: $i${place}, input: $to) { userErrors { message } }`,
  );
  const variables = Object.fromEntries(ids.map((id, place) => [`i${place}`, id]));
  const text = `mutation publish($to: [PublicationInput!]!, ${declared}) { ${calls.join("\n")} }`;
  const data = await query(api, text, { ...variables, to });
  return ids.map((_, place) => {
    const [error] = listOf(member(data, `p${place}`, "userErrors"));
    return error === undefined ? undefined : `It was not published: ${textOf(member(error, "message"))}`;
  });
}

/** What is answered, or what is said where it is refused as a whole. */
async function orWhy<T>(ask: () => Promise<T>): Promise<T | string> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
    return `${UNPUBLISHED} (${error.message})`;
  }
}

/** Where new products are to be published; a text: why they cannot be. */
export const publicationsOf = (api: Api): Promise<{ publicationId: string }[] | string> =>
  orWhy(async () => (await storesOf(api)).map((publicationId) => ({ publicationId })));

/** Publishes new products in the online store. Says of which that failed, and why. */
export async function publish(api: Api, ids: readonly string[]): Promise<Map<string, string | undefined>> {
  const to = ids.length === 0 ? [] : await publicationsOf(api);
  if (typeof to === "string") return new Map(ids.map((id) => [id, to]));
  const said = new Map<string, string | undefined>();
  for (const some of to.length === 0 ? [] : portionsByCost(ids, () => MUTATION_COST + 1)) {
    const answers = await orWhy(() => publishSome(api, some, to));
    for (const [place, id] of some.entries()) said.set(id, typeof answers === "string" ? answers : answers[place]);
  }
  return said;
}
