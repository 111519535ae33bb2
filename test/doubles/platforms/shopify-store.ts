import { createHash } from "node:crypto";
import type { Reply } from "../shops.ts";
import { answered, paged, tooCostly } from "./graphql-answers.ts";
import { bodyAs, type Call, NO_ROUTE } from "./platform.ts";
import { type ProductInput, setProblem, type VariantInput } from "./shopify-inputs.ts";
import { storeOrders } from "./shopify-store-orders.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10 : Product, ProductVariant, ProductSetInput, ProductVariantsBulkInput;
// https://shopify.dev/docs/api/webhooks?reference=toml : products/update
type Args = Record<string, unknown>;
interface Quantity {
  inventoryItemId: string;
  quantity: number;
  changeFromQuantity: number | null;
}

export const SHOP_NAME = "Chairs & more";
const ALL = ["write_publications", "read_locales", "write_translations"];
const SCOPES = {
  ...{ publications: "write_publications", publishablePublish: "write_publications", shopLocales: "read_locales" },
  ...{ translatableResourcesByIds: "write_translations", translationsRegister: "write_translations" },
};
const STORE = "gid://shopify/Publication/1";
const numberIn = (id: string) => Number(/\d+$/.exec(id)?.[0]);
const NO_VARIANT = { field: ["variants"], message: "No such one", code: "PRODUCT_VARIANT_DOES_NOT_EXIST" };
const NO_PRODUCT = { field: ["input", "id"], message: "No such product", code: "PRODUCT_DOES_NOT_EXIST" };

/** A shop of Shopify's that keeps what it is sent, and shows it in answers of its API and in its webhooks. */
export function shopifyStore({ scopes = ALL, locales = ["fr"] }: Partial<Record<"scopes" | "locales", string[]>> = {}) {
  const products = new Map<string, ReturnType<typeof newProduct>>();
  const orders = storeOrders();
  let last = 0;
  const gid = (type: string) => `gid://shopify/${type}/${++last}`;
  const newVariant = () => ({
    ...{ id: gid("ProductVariant"), sku: "", barcode: null as string | null, price: "0.00" },
    ...{ compareAtPrice: null as string | null, inventoryQuantity: 0, inventoryItem: { id: gid("InventoryItem") } },
    selectedOptions: [] as { name: string; value: string }[],
    picture: null as string | null,
  });
  const newProduct = () => ({
    ...{ id: gid("Product"), title: "", descriptionHtml: "", vendor: SHOP_NAME, onlineStoreUrl: null as string | null },
    ...{ media: [] as { id: string; url: string }[], variants: [] as ReturnType<typeof newVariant>[] },
    ...{ metafields: {} as Record<string, string>, translations: {} as Record<string, string> },
    ...{ createdAt: new Date().toISOString(), status: "ACTIVE" },
    seo: {} as { title?: string; description?: string },
  });
  type Product = ReturnType<typeof newProduct>;
  type Variant = Product["variants"][number];

  function change(variant: Variant, given: VariantInput): Variant {
    const { sku = given.inventoryItem?.sku, optionValues, inventoryQuantities, barcode, price, compareAtPrice } = given;
    return Object.assign(variant, {
      ...(sku !== undefined && { sku }),
      ...(barcode !== undefined && { barcode }),
      ...(price !== undefined && { price }),
      ...(compareAtPrice !== undefined && { compareAtPrice }),
      ...(given.file && { picture: given.file.id ?? given.file.originalSource ?? null }),
      ...(optionValues && {
        selectedOptions: optionValues.map(({ optionName, name: value }) => ({ name: optionName, value })),
      }),
      ...(inventoryQuantities && { inventoryQuantity: inventoryQuantities[0]?.quantity ?? 0 }),
    });
  }

  const fieldsOf = (fields: ProductInput["metafields"] = []) =>
    Object.fromEntries(fields.map(({ namespace, key, value }) => [`${namespace}.${key}`, value]));

  function setProduct(input: ProductInput) {
    const { id, variants, files, title, descriptionHtml, vendor, metafields } = input;
    const product = id === undefined ? newProduct() : products.get(id);
    if (!product) return { product: null, userErrors: [NO_PRODUCT] };
    const problem = setProblem(input);
    if (problem) return { product: null, userErrors: [{ field: ["input"], ...problem }] };
    products.set(product.id, product);
    Object.assign(
      product,
      JSON.parse(JSON.stringify({ title, descriptionHtml, vendor, seo: input.seo, status: input.status })),
    );
    const known = (wanted: string | undefined) => product.variants.find((each) => each.id === wanted) ?? newVariant();
    if (variants) product.variants = variants.map((given) => change(known(given.id), given));
    // What a list does not name is removed.
    if (metafields) product.metafields = fieldsOf(metafields);
    if (files) {
      product.media = files.map((file) => ({ id: file.id ?? gid("MediaImage"), url: file.originalSource ?? "" }));
    }
    return { product: shown(product), userErrors: [] };
  }

  function setVariants(id: string, variants: VariantInput[]) {
    const product = products.get(id);
    if (!product) return { userErrors: [NO_PRODUCT] };
    const known = (given: VariantInput) => product.variants.find((each) => each.id === given.id);
    // Without `allowPartialUpdates` none is changed where one is not there.
    if (!variants.every(known)) return { userErrors: [NO_VARIANT] };
    for (const given of variants) change(known(given) ?? newVariant(), given);
    return { userErrors: [] };
  }

  const shownVariant = (product: Product, variant: Variant) => ({
    ...variant,
    product: { id: product.id, variantsCount: { count: product.variants.length } },
  });
  const shown = (product: Product) => ({
    ...product,
    media: (args: Args) => paged(product.media, args),
    variants: (args: Args) =>
      paged(
        product.variants.map((each) => shownVariant(product, each)),
        args,
      ),
    featuredMedia: product.media[0] ? { preview: { image: { url: product.media[0].url } } } : null,
  });

  const items = () => [...products.values()].flatMap(({ variants }) => variants);

  function setLevels({ quantities }: { quantities: Quantity[] }) {
    const known = (id: string) => items().find(({ inventoryItem }) => inventoryItem.id === id);
    const userErrors = quantities.flatMap(({ inventoryItemId, changeFromQuantity: from }, at) => {
      if (known(inventoryItemId)?.inventoryQuantity === from) return [];
      const code = known(inventoryItemId) ? "CHANGE_FROM_QUANTITY_STALE" : "INVALID_INVENTORY_ITEM";
      return [{ field: ["input", "quantities", String(at)], message: "Not so", code }];
    });
    for (const { inventoryItemId, quantity } of userErrors.length > 0 ? [] : quantities) {
      Object.assign(known(inventoryItemId) ?? {}, { inventoryQuantity: quantity });
    }
    return { userErrors };
  }

  function publish(id: string, input: { publicationId: string }[]) {
    const product = products.get(id);
    if (product && input.some(({ publicationId }) => publicationId === STORE))
      product.onlineStoreUrl = `https://shop.example/${id.split("/").at(-1)}`;
    return { userErrors: product ? [] : [{ message: "No such product" }] };
  }

  function setMetafields(fields: (NonNullable<ProductInput["metafields"]>[number] & { ownerId: string })[]) {
    for (const field of fields) Object.assign(products.get(field.ownerId)?.metafields ?? {}, fieldsOf([field]));
    return { userErrors: [] };
  }

  /** Variants by the SKUs and barcodes that a search names. */
  function searched(text: string) {
    const wanted = new Set([...text.matchAll(/(sku|barcode):"([^"]*)"/g)].map(([, , code = ""]) => code.toLowerCase()));
    return [...products.values()].flatMap((product) =>
      product.variants
        .filter(({ sku, barcode }) => wanted.has(sku.toLowerCase()) || wanted.has(barcode ?? "-"))
        .map((each) => shownVariant(product, each)),
    );
  }

  function node(id: string) {
    const product = products.get(id);
    if (product) return shown(product);
    const item = items().find(({ inventoryItem }) => inventoryItem.id === id);
    const quantities = [{ quantity: item?.inventoryQuantity ?? 0 }];
    return item ? { id, inventoryLevel: () => ({ quantities: () => quantities }) } : null;
  }

  /** The digest of a text names it: a translation of another one is refused. */
  const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");
  const contentOf = ({ id, title, descriptionHtml, seo }: Product) => {
    const texts = { title, body_html: descriptionHtml, meta_title: seo.title, meta_description: seo.description };
    const translatableContent = Object.entries(texts).map(([key, text]) => ({
      ...{ key, digest: text === undefined ? null : digestOf(text) },
    }));
    return { resourceId: id, translatableContent };
  };

  function translate(
    id: string,
    given: { locale: string; key: string; value: string; translatableContentDigest: string }[],
  ) {
    const product = products.get(id);
    const known = product ? contentOf(product).translatableContent : [];
    const isKnown = (each: (typeof given)[number]) =>
      locales.slice(1).includes(each.locale) &&
      known.some(({ key, digest }) => key === each.key && digest === each.translatableContentDigest);
    if (!product || !given.every(isKnown)) return { userErrors: [{ message: "Translation is invalid" }] };
    for (const { locale, key, value } of given) product.translations[`${locale} ${key}`] = value;
    return { userErrors: [] };
  }

  const query = {
    ...orders.query,
    node: ({ id }: Args) => orders.refundAt(String(id)) ?? node(String(id)),
    shopLocales: locales.map((locale, place) => ({ locale, primary: place === 0 })),
    translatableResourcesByIds: ({ resourceIds, ...args }: Args) =>
      paged((resourceIds as string[]).flatMap((id) => products.get(id) ?? []).map(contentOf), args),
    shop: { name: SHOP_NAME, taxesIncluded: true },
    locations: (args: Args) => paged([{ id: "gid://shopify/Location/1" }], args),
    publications: (args: Args) =>
      paged(
        [
          { id: STORE, autoPublish: false, supportsFuturePublishing: true },
          { id: "gid://shopify/Publication/2", autoPublish: false, supportsFuturePublishing: false },
        ],
        args,
      ),
    product: ({ id }: Args) => (products.has(String(id)) ? node(String(id)) : null),
    nodes: ({ ids }: Args) => (ids as string[]).map(node),
    products: (args: Args) => paged([...products.values()].map(shown), args),
    productVariants: (args: Args) => paged(searched(String(args["query"])), args),
  };
  const mutation = {
    productSet: ({ input }: Args) => setProduct(input as ProductInput),
    productVariantsBulkUpdate: ({ productId, variants }: Args) =>
      setVariants(String(productId), variants as VariantInput[]),
    inventorySetQuantities: ({ input }: Args) => setLevels(input as { quantities: Quantity[] }),
    publishablePublish: ({ id, input }: Args) => publish(String(id), input as { publicationId: string }[]),
    translationsRegister: ({ resourceId, translations }: Args) =>
      translate(String(resourceId), translations as Parameters<typeof translate>[1]),
    metafieldsSet: ({ metafields }: Args) => setMetafields(metafields as Parameters<typeof setMetafields>[0]),
  };

  return {
    products,
    orders: orders.all,
    reply: (call: Call): Reply => {
      if (call.route !== "POST /admin/api/2026-10/graphql.json") return NO_ROUTE;
      const { query: text, variables } = bodyAs<{ query: string; variables: Args }>(call);
      const refused = tooCostly(text, variables);
      if (refused) return { json: refused };
      const [denied] =
        Object.entries(SCOPES).find(([name, scope]) => text.includes(name) && !scopes.includes(scope)) ?? [];
      if (denied !== undefined) return { json: { errors: [{ message: `Access denied for ${denied} field.` }] } };
      return { json: { data: answered(text, variables, { query, mutation }) } };
    },
    /** What a webhook says of each product when it was changed: a hundred of its variants, and the ids of all. */
    echoes: () =>
      [...products.values()].map((product) => ({
        admin_graphql_api_id: product.id,
        ...{
          id: numberIn(product.id),
          title: product.title,
          body_html: product.descriptionHtml,
          vendor: product.vendor,
        },
        options: (product.variants[0]?.selectedOptions ?? []).map(({ name }) => ({ name })),
        variant_gids: product.variants.map(({ id }) => ({ admin_graphql_api_id: id })),
        variants: product.variants.slice(0, 100).map((variant, place) => ({
          admin_graphql_api_id: variant.id,
          ...{ id: numberIn(variant.id), product_id: numberIn(product.id), position: place + 1, sku: variant.sku },
          ...{ price: variant.price, compare_at_price: variant.compareAtPrice, barcode: variant.barcode },
          title: variant.selectedOptions.map(({ value }) => value).join(" / "),
          ...Object.fromEntries(variant.selectedOptions.map(({ value }, at) => [`option${at + 1}`, value])),
          ...{ inventory_item_id: numberIn(variant.inventoryItem.id), inventory_quantity: variant.inventoryQuantity },
        })),
      })),
  };
}
