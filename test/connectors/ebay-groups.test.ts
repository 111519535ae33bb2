import { expect, test } from "bun:test";
import type { Source } from "../../src/connectors/engine/fields.ts";
import { ebay } from "../doubles/platforms/ebay.ts";
import { picture, variedLamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";

test("push_fields hold for what the variants of a product have in common", async () => {
  const { push, shop } = await openPlatform(ebay);
  const images = [picture("https://images.example/1.jpg")];
  const [made] = await push([variedLamp("SKU-1", { images })]);
  if (!made || "error" in made) return expect.unreachable(JSON.stringify(made));
  const { externalId, externalItemId = null, parts } = made;
  const group = () => {
    const put = shop.asked.filter(({ method, path }) => method === "PUT" && path.includes("/inventory_item_group/"));
    return JSON.parse(put.at(-1)?.text ?? "{}");
  };
  const first = group();
  const pushed = async (sends: readonly Source[]) => {
    const said = { title: "Nameword", description: "<p>Descriptionword</p>", brand: "Brandword" };
    const changed = variedLamp("SKU-1", { ...said, images: [picture("https://images.example/2.jpg")] });
    const variants = changed.variants.map((each) => ({ ...each, externalId: parts?.variants[each.variantId] ?? null }));
    const known = { externalId, externalItemId, variants, ...(parts && { parts }), sends: new Set(sends) };
    expect(await push([{ ...changed, ...known }])).toMatchObject([{ externalId }]);
    return group();
  };
  expect(await pushed(["variants", "price"])).toEqual(first);
  expect(await pushed(["variants", "description"])).toEqual({ ...first, description: "<p>Descriptionword</p>" });
  expect(await pushed(["variants", "name", "brand", "images"])).toMatchObject({
    ...{ title: "Nameword", aspects: { Brand: ["Brandword"] }, imageUrls: ["https://images.example/2.jpg"] },
    description: "<p>Descriptionword</p>",
  });
});
