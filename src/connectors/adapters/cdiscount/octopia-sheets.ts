import { cutByWords } from "../../../text/cut-text.ts";
import { plainText } from "../../../text/plain-text.ts";
import { isSent, sentFields } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import { skuOf } from "../../engine/push/push-item.ts";
import type { Offer } from "../../engine/push/variant-offers.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { addressesOf, lackingAddress } from "../each.ts";
import { call, LANGUAGES } from "./octopia-calls.ts";
import { PLAIN_MAX } from "./octopia-limits.ts";
import { type Refusals, refusedBy } from "./octopia-refusals.ts";

// Source: https://developer.octopia-io.net/api-reference/product-management : products-integration, products-integration-reports
/** A report of products lists no more, and has no pages. */
const REPORTED_MAX = 25;
/** A property of a category, by which its products differ, is known by its number. */
const PROPERTY = /^\d+$/;
/** A rule of the connector for one of them: `attributes.3263`. */
const RULE = /^attributes\.(\d+)$/;
/** A category as Octopia names it: `0U0O05`. */
const CATEGORY = /^[0-9A-Z]{6}$/;

const namedOptions = ({ group }: Offer) => Object.entries(group?.variant.options ?? {});

/** The properties of a sheet, by their numbers: what its variant differs in before what the connector's rules say. */
function propertiesOf(offer: Offer): [reference: string, value: string][] {
  const ruled = offer.attributes.flatMap(({ name, value }): [string, string][] => {
    const [, reference] = RULE.exec(name) ?? [];
    return reference === undefined ? [] : [[reference, value]];
  });
  return [...new Map([...ruled, ...namedOptions(offer).filter(([name]) => PROPERTY.test(name))])];
}

/** The code of its category: the one that was chosen for ours, one that a rule says, or ours where its name is one. */
function categoryOf({ categoryIds, categoryId, category }: Offer): string | null {
  const [chosen] = categoryIds;
  if (chosen !== undefined || category === null) return chosen ?? null;
  return categoryId === null || CATEGORY.test(category) ? category : null;
}

function sheetOf(offer: Offer) {
  const { ean, sku, title, description, brand, images, group } = offer;
  const pictures = isSent(offer, "images") ? addressesOf(images) : [];
  const properties = propertiesOf(offer);
  const categoryCode = categoryOf(offer);
  return {
    // What a sheet is known by.
    gtin: ean,
    sellerProductReference: sku,
    ...sentFields(offer, {
      name: { title },
      description: {
        description: cutByWords(plainText(description), PLAIN_MAX),
        ...(description !== "" && { richMarketingDescription: description }),
      },
      brand: brand !== null && { brand },
      category: categoryCode !== null && { categoryCode },
    }),
    ...(pictures.length > 0 && { sellerPictureUrls: pictures.map((url, index) => ({ index: index + 1, url })) }),
    ...(group && { variantGroupReference: group.sku }),
    ...(properties.length > 0 && {
      attributes: properties.map(([propertyReference, value]) => ({ propertyReference, values: [value] })),
    }),
  };
}

/** What of a sheet could not be sent. */
export function sheetRemarks(offer: Offer): string[] {
  const unnamed = namedOptions(offer).flatMap(([name]) => (PROPERTY.test(name) ? [] : name));
  const options = unnamed.map(
    (name) => `Octopia knows options by the number of a property of the category, such as 3263: ${name} was not sent`,
  );
  const isUnplaced = isSent(offer, "category") && offer.category !== null && categoryOf(offer) === null;
  const category = `No category of Octopia stands for ${offer.category}: choose one by its code, such as 0U0O05. Until then Octopia chooses`;
  return [...lackingAddress(offer), ...options, ...(isUnplaced ? [category] : [])];
}

/** Why a product has no sheet. */
export function sheetLack({ ean, language }: Offer): string | undefined {
  if (ean === null) return "Octopia wants an EAN";
  if (LANGUAGES[language] !== undefined) return undefined;
  return `Octopia takes texts in French, English or Spanish, not in ${language}: set sync_options.language`;
}

const isPending = (report: unknown) => /pending|progress|process/i.test(String(member(report, "status")));

/**
 * Integrates product sheets, as many at a time as a report lists; each is reported by its EAN. A package that has ended is
 * known until the last one has. Returns what was refused, by SKU.
 */
export async function integrate(api: Api, items: readonly Offer[]): Promise<Refusals> {
  const some = items.slice(0, REPORTED_MAX);
  const rest = items.slice(REPORTED_MAX);
  const json = { products: some.map(sheetOf) };
  const skuOfEan = (refused: Refusals): Refusals =>
    new Map(
      some.flatMap((offer) => {
        const why = refused.get(offer.ean ?? "");
        return why === undefined ? [] : [[skuOf(offer), why] as const];
      }),
    );
  return api.follow({
    name: "Octopia's product package",
    content: json,
    begin: async () => {
      const answer = await call(api, "products-integration", { method: "POST", json }, some[0]?.language);
      const packageId = textOf(member(answer.json(), "packageId"));
      if (packageId === undefined) throw new PlatformError("refused", "Octopia took no package of products");
      return packageId;
    },
    poll: async (packageId) => {
      const query = new URLSearchParams({ packageId });
      const reported = listOf(member((await call(api, `products-integration-reports?${query}`)).json(), "items"));
      const seen = new Set(reported.filter((each) => !isPending(each)).map((each) => textOf(member(each, "gtin"))));
      const isWhole = some.every(({ ean }) => seen.has(ean ?? ""));
      return isWhole ? skuOfEan(refusedBy(reported, { key: "gtin", state: "status", reasons: "errors" })) : undefined;
    },
    after: async (refused) => (rest.length === 0 ? refused : new Map([...refused, ...(await integrate(api, rest))])),
  });
}
