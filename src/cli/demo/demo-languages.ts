import { answer, type Client, pick, say } from "./client.ts";

/** What is taken of the French file: its texts as French ones, and nothing that the other file has said. */
export const FRENCH_MAPPING = {
  EAN: "ean",
  Désignation: { field: "name", language: "fr" },
  Description: { field: "description", language: "fr" },
  "Prix TTC": "price",
};

/** Shows the texts of a product in both languages of the demo. */
export async function showLanguages(client: Client, productId: string): Promise<void> {
  const english = await answer(await client.call("GET", `/products/${productId}`));
  say(`     ${pick(english, "title", "description")}`);
  const french = await answer(await client.call("GET", `/products/${productId}/content-variants/fr`));
  say(`     ${pick(french, "language", "title", "description")}`);
}
