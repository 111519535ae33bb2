import { expect, test } from "bun:test";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import { fitItem, fitText, type TextLimits } from "../../src/connectors/engine/push/text-limits.ts";
import { BLANK, lamp } from "../doubles/platforms/lamp.ts";
import { EVERY, openEvery } from "./every-platform.ts";

const LIMITED = EVERY.filter(([id]) => findPlatform(id)?.limits !== undefined);

test("what a platform takes of texts is of fields that it gets", () => {
  const wrong = EVERY.flatMap(([id]) => {
    const { limits = {}, fields } = findPlatform(id) ?? expect.unreachable();
    return Object.keys(limits).filter((field) => !(field in fields));
  });
  expect(wrong).toEqual([]);
  expect(LIMITED.map(([id]) => id)).toContain("ebay");
});

const words = (word: string, count: number) => Array.from({ length: count }, (_, place) => `${word}${place}`).join(" ");
/** Nearly as long as the catalog takes a name, and HTML that is longer than most take. */
const NAME = words("chair", 62);
const DESCRIPTION = `<p>Sturdy &amp; light.</p><table><tr><td>${words("seat", 1000)}</td></tr></table>`;

test.each(LIMITED)(
  "%s gets texts that are made to fit between words, the job says so, and a pull changes nothing",
  async (id, platform) => {
    const { limits = {}, fields, capabilities } = findPlatform(id) ?? expect.unreachable();
    const { tenant, sync, shop } = await openEvery(platform);
    const content = {
      name: NAME,
      description: DESCRIPTION,
      reference: "CH-1",
      ean: "4006381333931",
      price: 12.5,
    };
    const { body: product } = await tenant.post("/products", content);
    expect(product).toMatchObject({ title: NAME });
    const job = await sync("push-products");
    const sent = shop.asked.map(({ text }) => text).join("\n");
    const said = [
      ["name", NAME],
      ["description", DESCRIPTION],
    ] as const;
    for (const [field, text] of said) {
      const fitted = fitText(field, text, limits);
      if (fitted === text || fields[field] === undefined) continue;
      expect(job.products).toContainEqual(
        expect.objectContaining({ result: "noted", message: expect.stringContaining(`The ${field} was`) }),
      );
      const tail = text.slice(-40);
      expect(fitted).not.toContain(tail);
      expect(sent).not.toContain(tail);
    }
    if (fields.name !== undefined && limits.name) expect(sent).toContain(fitText("name", NAME, limits).slice(-20));
    const before = (await tenant.get(`/products/${product.id}`)).body;
    if (capabilities.includes("pull_products")) await sync("pull-products");
    expect((await tenant.get(`/products/${product.id}`)).body).toEqual(before);
  },
);

test("what was changed is said: of each language, of brands and tags, and of HTML which tags were lost", () => {
  const limits: TextLimits = {
    name: { max: 20, end: "", instead: { "!": "" }, sparesBrand: true },
    description: { max: 30, tags: ["br"] },
    brand: { max: 9, end: "" },
    tags: { max: 5, count: 2, end: "" },
    slug: { max: 10 },
  };
  const fitted = fitItem(
    lamp("A", {
      title: "Wow! lamp by Yahoo",
      brand: "Yahoo Lamps Ltd",
      description: "<p>Bright</p><ul><li>one two three four five six</li></ul>",
      tags: ["oak", "oiled", "folding"],
      slug: "folding-chair",
      translations: { de: { ...BLANK, title: "Klappstuhl aus geölter Eiche" } },
    }),
    limits,
  );
  expect(fitted).toMatchObject({
    ...{ title: "Wow lamp by Yahoo", brand: "Yahoo", slug: "folding", tags: ["oak", "oiled"] },
    description: "Bright<br>- one two three…",
    translations: { de: { title: "Klappstuhl aus" } },
  });
  expect(fitted.fitted).toEqual([
    'The name was made to fit: "Wow lamp by Yahoo"',
    "The description was sent without its <ul>, <li>",
    "The description was cut to 30 characters",
    'The slug was made to fit: "folding"',
    'The name in de was made to fit: "Klappstuhl aus"',
    'The brand was made to fit: "Yahoo"',
    "It takes 2 tags: 1 were left out",
  ]);
  expect(fitItem(lamp("A", { title: "Yahoo! lamp", brand: "Yahoo!" }), limits)).not.toHaveProperty("fitted");
  // What is not sent is not said either.
  const sends = new Set(["price"] as const);
  expect(fitItem(lamp("A", { title: "Wow!", externalId: "1", sends }), limits)).not.toHaveProperty("fitted");
});
