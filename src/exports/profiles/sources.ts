import { CATALOGUE } from "../../products/fields/catalogue.ts";
import { MEDIA_PATH } from "../../products/media/file-keys.ts";
import { namedUrls } from "../../products/media/named-images.ts";
import { findProductField, type ProductField } from "../tables/exported-fields.ts";
import type { ExportValue } from "../tables/table.ts";
import { valueText } from "./column-template.ts";
import { type PriceWish, priceSources } from "./price-source.ts";
import { type Fact, NO_NEEDS, type ProfileRow, type Source } from "./profile-row.ts";
import { findTextField, type TextWish, textSource } from "./text-source.ts";
import { insteadOf, variantSource } from "./variant-source.ts";

/** What decides what a name stands for. */
export interface SourceWish extends TextWish, PriceWish {
  /** The address of this service, before the paths that addresses of images may be. */
  origin: string;
}

/** This many images of a product can have columns of their own. */
export const IMAGES_MAX = 30;
const IMAGE = /^image_(\d{1,2})$/;
/** Characters of the name of an attribute. */
const KEY_MAX = 200;

const whole = (value: unknown, origin: string) =>
  typeof value === "string" && value.startsWith(MEDIA_PATH) ? `${origin}${value}` : value;

/** A value that is read of these members of a product. */
const plainSource = (members: Source["members"], read: Source["read"]): Source => ({
  ...NO_NEEDS,
  members,
  kind: "plain",
  read,
});

/** One that is read of what a page of products is read with besides. */
const factSource = (fact: Fact, read: Source["read"]): Source => ({ ...plainSource(["id"], read), facts: [fact] });

/** The addresses of a row's images in their order; a variant's own comes first. */
function imagesOf({ product, variant }: ProfileRow, origin: string): string[] {
  const urls = product.mediaUrls.length > 0 ? product.mediaUrls : namedUrls(product);
  const own = variant?.imageUrl;
  const all = own ? [own, ...urls.filter((url) => url !== own)] : urls;
  return all.map((url) => String(whole(url, origin)));
}

const images = (read: (urls: string[]) => ExportValue, origin: string): Source =>
  plainSource(["mediaUrls", "imageUrl", "extra"], (row) => read(imagesOf(row, origin)));

function attributeSource(key: string): Source {
  const lower = key.toLowerCase();
  return plainSource(["extra"], ({ product }) => {
    const attributes = Object(product.extra["attributes"]) as Record<string, unknown>;
    const name = Object.hasOwn(attributes, key)
      ? key
      : Object.keys(attributes).find((each) => each.toLowerCase() === lower);
    // They were read from JSON.
    return name === undefined ? null : ((attributes[name] ?? null) as ExportValue);
  });
}

const CODES_OF_VARIANTS: ReadonlySet<string> = new Set(["ean", "gtin", "upc", "asin", "reference"]);

/** A field of the catalogue of fields, or what a variant has in its place. */
function fieldSource(field: ProductField, { origin }: SourceWish): Source {
  const { name, kind, needs, read } = field;
  return {
    ...NO_NEEDS,
    members: needs,
    // What a variant says may hold any character.
    kind: kind === "address" || CODES_OF_VARIANTS.has(name) ? "plain" : kind,
    read: ({ product, variant }) => {
      const instead = variant ? insteadOf(variant, name) : undefined;
      const shown = instead === undefined ? read(product) : instead;
      // A path of ours becomes an address of ours.
      return kind === "address" ? (whole(shown, origin) as ExportValue) : shown;
    },
  };
}

const WITHIN: ReadonlyMap<string, Source> = new Map(
  Object.entries({
    in_stock: plainSource(["stock"], ({ product, variant }) => (variant ? variant.stock : product.stock) > 0),
    row_type: factSource("variants", ({ product, variant, facts }) => {
      if (variant) return "child";
      return facts.variants.has(product.id) ? "parent" : null;
    }),
    attribute_pairs: plainSource(["extra"], ({ product, variant }) => {
      const all = { ...Object(product.extra["attributes"]), ...variant?.optionValues } as Record<string, ExportValue>;
      return Object.entries(all)
        .filter(([, value]) => value !== null && value !== "")
        .map(([name, value]) => `${name}=${valueText(value)}`);
    }),
    category_name: plainSource(["categoryPath"], ({ product }) => product.categoryPath?.split(" > ").at(-1) ?? null),
    workflow_status: plainSource(["workflowStatus"], ({ product }) => product.workflowStatus),
    supplier_name: factSource(
      "suppliers",
      ({ product, facts }) => facts.suppliers.get(product.id)?.supplierName ?? null,
    ),
    supplier_reference: factSource(
      "suppliers",
      ({ product, facts }) => facts.suppliers.get(product.id)?.supplierReference ?? null,
    ),
  }),
);

/** A field that is stored and that no other export has. */
const storedSource = (name: string): Source | undefined =>
  Object.hasOwn(CATALOGUE, name) && CATALOGUE[name as keyof typeof CATALOGUE].place === "extra"
    ? plainSource(["extra"], ({ product }) => (product.extra[name] ?? null) as ExportValue)
    : undefined;

/** On the row of a variant what its product says; on that of a product nothing. */
const ofParent = (source: Source): Source => ({
  ...source,
  read: (row) => (row.variant ? source.read({ ...row, variant: null }) : null),
});

/** What begins with something. */
const WITH_PREFIX: Record<string, (rest: string, wish: SourceWish) => Source | undefined> = {
  parent: (rest, wish) => {
    const source = sourceOf(rest, wish);
    return source && ofParent(source);
  },
  variant: variantSource,
  attributes: (key) => (key.length <= KEY_MAX ? attributeSource(key) : undefined),
};
const LISTED = /^(\w+)\.([1-9]\d?)$/;
const PREFIXED = /^(parent|variant|attributes)\.(.+)$/s;

/** The images of a row, one of them or several. */
function imageSource(name: string, { origin }: SourceWish): Source | undefined {
  const place = Number(IMAGE.exec(name)?.[1] ?? 0);
  if (place > 0 && place <= IMAGES_MAX) return images((urls) => urls[place - 1] ?? null, origin);
  if (name === "images" || name === "image_urls") return images((urls) => urls, origin);
  return name === "additional_images" ? images((urls) => urls.slice(1), origin) : undefined;
}

/** `bullet_points.2`: one value of a list. */
function listedSource(name: string, wish: SourceWish): Source | undefined {
  const [, list = "", place] = LISTED.exec(name) ?? [];
  const source = place === undefined ? undefined : ofProduct(list, wish);
  return (
    source && {
      ...source,
      read: (row) => {
        const value = source.read(row);
        return Array.isArray(value) ? ((value[Number(place) - 1] ?? null) as ExportValue) : null;
      },
    }
  );
}

function ofProduct(name: string, wish: SourceWish): Source | undefined {
  const text = findTextField(name);
  if (text) return textSource(text, wish);
  const field = findProductField(name);
  return field ? fieldSource(field, wish) : storedSource(name);
}

/** What a name of a profile stands for; `undefined`: nothing. */
export function sourceOf(name: string, wish: SourceWish): Source | undefined {
  const [, prefix = "", rest] = PREFIXED.exec(name) ?? [];
  if (rest !== undefined) return WITH_PREFIX[prefix]?.(rest, wish);
  return (
    imageSource(name, wish) ??
    priceSources(wish).get(name) ??
    WITHIN.get(name) ??
    listedSource(name, wish) ??
    ofProduct(name, wish)
  );
}
