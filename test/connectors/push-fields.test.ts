import { expect, test } from "bun:test";
import { PLATFORMS } from "../../src/connectors/engine/adapters.ts";
import { SOURCES, type Source } from "../../src/connectors/engine/fields.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Platform } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";

/** What is sent of each field: a value that nothing else of a request holds. */
const VALUES: Partial<Record<Source, string>> = {
  ean: "4006381333948",
  name: "Nameword",
  description: "Descriptionword",
  short_description: "Shortword",
  price: "43.21",
  brand: "Brandword",
  weight: "7.25",
  seo_title: "Seotitleword",
  seo_description: "Seodescriptionword",
};
const FIELDS = Object.keys(VALUES) as Source[];

/** A product that says something of each. */
const given = (known: Partial<PushItem>): PushItem =>
  lamp("SKU-77", {
    ...{
      ean: "4006381333948",
      title: "Nameword",
      description: "<p>Descriptionword</p>",
      shortDescription: "Shortword",
    },
    ...{ priceCents: 4_321, brand: "Brandword", weight: 7.25 },
    ...{ seoTitle: "Seotitleword", seoDescription: "Seodescriptionword" },
    ...known,
  });

/** By what marketplaces know a product: it is sent in any case. */
const KNOWN_BY: Partial<Record<string, Source>> = { cdiscount: "ean", fnac_darty: "ean" };

/** Which of the fields are sent of a product that is there already with other values. */
async function sentTo(double: Platform, sends?: ReadonlySet<Source>): Promise<Source[]> {
  const { push, shop } = await openPlatform(double);
  const [made] = await push([lamp("SKU-77", { ean: "4006381333931" })]);
  if (made === undefined || "error" in made) return expect.unreachable(JSON.stringify(made));
  const { externalId, externalItemId = null } = made;
  const before = shop.asked.length;
  await push([given({ externalId, externalItemId, hasImages: true, ...(sends && { sends }) })]);
  const writes = shop.asked.slice(before).filter(({ method }) => method !== "GET");
  const text = writes.map((each) => each.text).join("\n");
  return FIELDS.filter((source) => text.includes(VALUES[source] ?? ""));
}

test.each([...SHOPS, ...MORE_SHOPS, ...MARKETPLACES].map((platform) => [platform.id, platform] as const))(
  "%s is sent the fields that push_fields name, and no others",
  async (id, double) => {
    const { fields } = PLATFORMS.find((platform) => platform.id === id) ?? expect.unreachable();
    const all = await sentTo(double);
    expect(all.length).toBeGreaterThan(0);
    const without = (source: Source) => all.filter((each) => each !== source || each === KNOWN_BY[id]);
    for (const source of all) {
      const sends = new Set(SOURCES.filter((each) => fields[each] !== undefined && each !== source));
      expect(await sentTo(double, sends)).toEqual(without(source));
    }
    const named = all.filter((each) => each === "name" || each === KNOWN_BY[id]);
    expect(await sentTo(double, new Set(["name"]))).toEqual(named);
  },
);
