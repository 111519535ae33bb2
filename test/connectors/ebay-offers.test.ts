import { expect, test } from "bun:test";
import { NO_PARTS, type PushItem } from "../../src/connectors/engine/push/push-item.ts";
import { ebay } from "../doubles/platforms/ebay.ts";
import { lamp, variedLamp } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";

test("an offer is read again when another category, place or VAT is said of it, and not for other texts", async () => {
  const at = { ...ebay.credentials, location_key: "home" };
  const { push, shop } = await openPlatform({ ...ebay, credentials: at });
  const isOffer = ({ path }: { path: string }) => /\/offer[/?]/.test(path);
  /** A push of what is known by then, with how the offers were asked for. */
  const pushed = async (items: readonly PushItem[]) => {
    const before = shop.asked.length;
    const outcomes = await push(items);
    const known = items.map((item, index): PushItem => {
      const outcome = outcomes[index] ?? expect.unreachable();
      if ("error" in outcome) throw new Error(outcome.error);
      const { externalId, externalItemId = null, parts = item.parts } = outcome;
      const variants = item.variants.map((each) => ({ ...each, externalId: parts.variants[each.variantId] ?? null }));
      return { ...item, externalId, externalItemId, parts, variants };
    });
    return { known, asked: shop.asked.slice(before).filter(isOffer), outcomes };
  };
  const of = { category: "20697", taxClass: "20" };
  const made = await pushed([lamp("A", of), lamp("B", { category: "Lamps" }), variedLamp("C", of)]);
  const named = await pushed(made.known.map((item) => ({ ...item, title: `${item.title}, new` })));
  expect(named.asked).toEqual([]);
  const [one = lamp("A"), , three = lamp("C")] = named.known;
  const taxed = await pushed([{ ...one, taxClass: "5.5" }]);
  expect(taxed.asked.map(({ method }) => method)).toEqual(["GET", "PUT"]);
  expect(JSON.parse(taxed.asked[1]?.text ?? "")).toMatchObject({ tax: { vatPercentage: 5.5 }, categoryId: "20697" });
  const moved = await pushed([{ ...three, category: "112581" }]);
  expect(moved.asked.map(({ method }) => method)).toEqual(["GET", "PUT", "GET", "PUT"]);
  const again = await pushed([...taxed.known, ...moved.known].map((item) => ({ ...item, title: "Once more" })));
  expect(again.asked).toEqual([]);
  // Of one of which nothing is known it is read once, and left as it is.
  const [unknown = lamp("A")] = again.known;
  const read = await pushed([{ ...unknown, parts: NO_PARTS }]);
  expect(read.asked.map(({ method }) => method)).toEqual(["GET"]);
  expect((await pushed(read.known)).asked).toEqual([]);
});
