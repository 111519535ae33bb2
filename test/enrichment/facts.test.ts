import { describe, expect, test } from "bun:test";
import { formWith } from "../documents/files.ts";
import { runJobs } from "../harness.ts";
import { DESCRIPTION, givenModel } from "./given-provider.ts";

const CHAIR = {
  weight: 3.2,
  width: 45,
  height: 80.5,
  color: "Bleu",
  material: "Chêne massif",
  country_of_origin: "SE",
  price: 129.9,
  warranty_duration: 24,
  recyclable: true,
  attributes: { Accoudoirs: ["gauche", "droit"], Charge: { value: 120, unit: "kg" } },
};
/** As the model is given them. */
const LINES = [
  "Titre: Chaise Nordlys",
  "Poids: 3.2 kg",
  "Largeur: 45 cm",
  "Hauteur: 80.5 cm",
  "Couleur: Bleu",
  "Matière: Chêne massif",
  "Pays d'origine: Suède",
  "Accoudoirs: gauche, droit",
  "Charge: 120 kg",
];

async function givenChair() {
  const made = await givenModel({}, { title: "Chaise Nordlys", description: null });
  expect((await made.tenant.patch(`/products/${made.id}`, CHAIR)).status).toBe(200);
  return made;
}

describe("the catalog's facts", () => {
  test("reach the model with their units and labels, and not the price", async () => {
    const { tenant, id, provider, run, path } = await givenChair();
    await tenant.post(`/products/${id}/options`, { name: "Taille", values: ["S", "M"] });
    await run("?types=descriptions");
    const told = provider.told();
    for (const line of [...LINES, "Taille: S, M"]) expect(told).toContain(line);
    expect(told).not.toContain("129.9");
    const { body } = await tenant.get(`${path}/prompt-preview?types=descriptions`);
    expect(body.facts.map(({ label, value }: Record<string, string>) => `${label}: ${value}`)).toEqual(
      expect.arrayContaining(LINES),
    );
    expect(body.prompts[0].messages[1].content).toContain("Couleur: Bleu");
  });

  test("are variables of templates, the price where it is wanted", async () => {
    const { tenant, id, provider } = await givenChair();
    const template =
      "{{dimensions}}|{{color}}|{{material}}|{{country_of_origin}}|{{weight}}|{{price}}|{{finish}}|{{variants}}";
    const prompt = { slug: "own", name: "Own", system_prompt: "S", user_prompt_template: template };
    await tenant.post("/enrichment/prompts/", prompt);
    const { body } = await tenant.post("/enrichment/prompts/own/execute", { product_id: id });
    expect(body.warnings).toEqual([]);
    const user = JSON.parse(provider.told())[1].content;
    const data = (text: string) => `<data>${text}</data>`;
    const said = ["45 cm × 80.5 cm", "Bleu", "Chêne massif", "Suède", "3.2 kg", "129.90"].map(data);
    expect(user).toStartWith([...said, "", ""].join("|"));
  });

  test("few of them make a shorter text, and the prompt says so", async () => {
    const bare = await givenModel({}, { description: null });
    await bare.run("?types=descriptions");
    expect(bare.provider.told()).toContain("pas plus de 20 mots");
    const full = await givenChair();
    await full.run("?types=descriptions");
    expect(full.provider.told()).toContain("70 à 140 mots");
    expect(full.provider.told()).not.toContain("pas plus de");
  });

  test("what a model wrote is none, until a person writes it", async () => {
    const { tenant, id, provider, run, path } = await givenModel({}, { description: null });
    const facts = async () => JSON.stringify((await tenant.get(`${path}/prompt-preview?types=seo`)).body);
    await run("?types=descriptions,attributes");
    expect((await tenant.get(`/products/${id}`)).body).toMatchObject({ description: DESCRIPTION });
    await run("?types=seo");
    expect(provider.told()).not.toContain("massif");
    expect(await facts()).not.toContain("Chêne");
    await tenant.patch(`/products/${id}`, { description: "<p>En chêne massif.</p>", attributes: { Matière: "Pin" } });
    await run("?types=seo");
    expect(provider.told()).toContain("En chêne massif.");
    expect(provider.told()).toContain("Matière: Pin");
  });

  test("a single run is given the product's documents, as a batch is", async () => {
    const { tenant, id, provider, run } = await givenModel({}, { title: "Chaise Nordlys", description: null });
    const form = formWith("fiche.txt", "Chaise Nordlys : assise en hêtre, charge 120 kg.", { product_id: id });
    await tenant.post("/enrichment/documents", form);
    await runJobs();
    const { body } = await run("?types=descriptions");
    expect(provider.told()).toContain("assise en hêtre");
    expect(body.ai_metadata.descriptions.sources).toMatchObject([{ title: "fiche.txt", chunk_index: 0 }]);
  });
});
