import { expect, test } from "bun:test";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import { fitText } from "../../src/connectors/engine/push/text-limits.ts";
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
