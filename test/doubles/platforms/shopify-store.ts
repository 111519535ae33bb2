import type { Reply } from "../shops.ts";
import { bodyAs, type Call, NO_ROUTE } from "./platform.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10 : Product, ProductVariant, ProductSetInput, ProductVariantsBulkInput;
// https://shopify.dev/docs/api/webhooks?reference=toml : products/update
interface VariantInput {
  id?: string;
  sku?: string;
  barcode?: string;
  price?: string;
  compareAtPrice?: string | null;
  optionValues?: { optionName: string; name: string }[];
  inventoryQuantities?: { quantity: number }[];
  inventoryItem?: { sku?: string };
}
interface ProductInput {
  id?: string;
  title?: string;
  descriptionHtml?: string;
  vendor?: string;
  variants?: VariantInput[];
  files?: { id?: string; originalSource?: string }[];
}
interface Variables {
  [name: string]: unknown;
  input?: { quantities: { inventoryItemId: string; quantity: number; changeFromQuantity: number | null }[] };
}

const nodesOf = <T>(nodes: T[]) => ({ nodes });
const numberIn = (id: string) => Number(/\d+$/.exec(id)?.[0]);

/** A shop of Shopify's that keeps what it is sent, and shows it in answers of its API and in its webhooks. */
export function shopifyStore() {
  const products = new Map<string, ReturnType<typeof newProduct>>();
  let last = 0;
  const gid = (type: string) => `gid://shopify/${type}/${++last}`;
  const newVariant = () => ({
    ...{ id: gid("ProductVariant"), sku: "", barcode: null as string | null, price: "0.00" },
    ...{ compareAtPrice: null as string | null, inventoryQuantity: 0, inventoryItem: { id: gid("InventoryItem") } },
    selectedOptions: [] as { name: string; value: string }[],
  });
  const newProduct = () => ({
    ...{ id: gid("Product"), title: "", descriptionHtml: "", vendor: "", onlineStoreUrl: null },
    ...{ media: [] as { id: string; url: string }[], variants: [] as ReturnType<typeof newVariant>[] },
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
      ...(optionValues && {
        selectedOptions: optionValues.map(({ optionName, name: value }) => ({ name: optionName, value })),
      }),
      ...(inventoryQuantities && { inventoryQuantity: inventoryQuantities[0]?.quantity ?? 0 }),
    });
  }

  function setProduct({ id, variants, files, title, descriptionHtml, vendor }: ProductInput) {
    const product = id === undefined ? newProduct() : products.get(id);
    if (!product)
      return { product: null, userErrors: [{ message: "No such product", code: "PRODUCT_DOES_NOT_EXIST" }] };
    products.set(product.id, product);
    Object.assign(product, JSON.parse(JSON.stringify({ title, descriptionHtml, vendor })));
    const known = (wanted: string | undefined) => product.variants.find((each) => each.id === wanted) ?? newVariant();
    if (variants) product.variants = variants.map((given) => change(known(given.id), given));
    if (files) {
      product.media = files.map((file) => ({ id: file.id ?? gid("MediaImage"), url: file.originalSource ?? "" }));
    }
    return { product: shown(product), userErrors: [] };
  }

  function setVariants(id: string, variants: VariantInput[]) {
    const product = products.get(id);
    if (!product) return { userErrors: [{ message: "No such product", code: "PRODUCT_DOES_NOT_EXIST" }] };
    for (const given of variants) {
      const known = product.variants.find((each) => each.id === given.id);
      if (known) change(known, given);
    }
    return { userErrors: [] };
  }

  const shown = ({ media, variants, ...product }: Product) => ({
    ...{ ...product, media: nodesOf(media.map(({ id }) => ({ id }))), variants: nodesOf(variants) },
    featuredMedia: media[0] ? { preview: { image: { url: media[0].url } } } : null,
  });

  const items = () => [...products.values()].flatMap(({ variants }) => variants);

  function setLevels({ quantities }: NonNullable<Variables["input"]>) {
    const known = (id: string) => items().find(({ inventoryItem }) => inventoryItem.id === id);
    const userErrors = quantities.flatMap(({ inventoryItemId, changeFromQuantity: from }, at) => {
      const isStale = known(inventoryItemId)?.inventoryQuantity !== from;
      return isStale ? [{ field: ["input", "quantities", String(at)], code: "CHANGE_FROM_QUANTITY_STALE" }] : [];
    });
    for (const { inventoryItemId, quantity } of userErrors.length > 0 ? [] : quantities) {
      Object.assign(known(inventoryItemId) ?? {}, { inventoryQuantity: quantity });
    }
    return { inventorySetQuantities: { userErrors } };
  }

  /** What the mutations of a query answer, by their aliases. */
  const mutated = (query: string, variables: Variables) =>
    Object.fromEntries(
      [...query.matchAll(/\b([mu](\d+)): (productSet|productVariantsBulkUpdate)\(/g)].map(
        ([, alias = "", at, name]) => [
          alias,
          name === "productSet"
            ? setProduct(variables[`p${at}`] as ProductInput)
            : setVariants(String(variables[`i${at}`]), variables[`v${at}`] as VariantInput[]),
        ],
      ),
    );

  const answers: Record<string, (query: string, variables: Variables) => object> = {
    locations: () => ({ locations: nodesOf([{ id: "gid://shopify/Location/1" }]) }),
    push: mutated,
    prices: mutated,
    stock: (_, { input }) => setLevels(input ?? { quantities: [] }),
    // What is pushed here is new, so nothing is found.
    find: (query) =>
      Object.fromEntries([...query.matchAll(/\b(f\d+): /g)].map(([, alias = ""]) => [alias, nodesOf([])])),
    levels: (_, { ids }) =>
      nodesOf(
        items()
          .filter(({ inventoryItem }) => (ids as string[]).includes(inventoryItem.id))
          .map(({ inventoryItem: { id }, inventoryQuantity: quantity }) => ({
            ...{ id, inventoryLevel: { quantities: [{ quantity }] } },
          })),
      ),
    read: (_, { ids }) =>
      nodesOf((ids as string[]).map((id) => products.get(id)).map((each) => (each ? shown(each) : null))),
    pull: () => ({
      products: { ...nodesOf([...products.values()].map(shown)), pageInfo: { hasNextPage: false, endCursor: null } },
    }),
  };

  return {
    products,
    reply: (call: Call): Reply => {
      if (call.route !== "POST /admin/api/2026-10/graphql.json") return NO_ROUTE;
      const { query, variables } = bodyAs<{ query: string; variables: Variables }>(call);
      const [, name = "locations"] = /^(?:query|mutation) (\w+)/.exec(query) ?? [];
      return { json: { data: answers[name]?.(query, variables) } };
    },
    /** What a webhook says of each product when it was changed. */
    echoes: () =>
      [...products.values()].map((product) => ({
        admin_graphql_api_id: product.id,
        ...{
          id: numberIn(product.id),
          title: product.title,
          body_html: product.descriptionHtml,
          vendor: product.vendor,
        },
        variants: product.variants.map((variant, place) => ({
          admin_graphql_api_id: variant.id,
          ...{ id: numberIn(variant.id), product_id: numberIn(product.id), position: place + 1, sku: variant.sku },
          ...{ price: variant.price, compare_at_price: variant.compareAtPrice, barcode: variant.barcode },
          title: variant.selectedOptions.map(({ value }) => value).join(" / "),
          ...{ inventory_item_id: numberIn(variant.inventoryItem.id), inventory_quantity: variant.inventoryQuantity },
        })),
      })),
  };
}
