// Source: https://shopify.dev/docs/api/admin-graphql/2026-10 : ProductSetInput, ProductVariantSetInput, ProductVariantsBulkInput
interface FileInput {
  id?: string;
  originalSource?: string;
}
export interface VariantInput {
  id?: string;
  sku?: string;
  barcode?: string;
  price?: string;
  compareAtPrice?: string | null;
  optionValues?: { optionName: string; name: string }[];
  inventoryQuantities?: { quantity: number }[];
  inventoryItem?: { sku?: string };
  file?: FileInput;
}
export interface ProductInput {
  id?: string;
  title?: string;
  descriptionHtml?: string;
  vendor?: string;
  status?: string;
  seo?: { title?: string; description?: string };
  productOptions?: { name: string; values: { name: string }[] }[];
  variants?: VariantInput[];
  files?: FileInput[];
  metafields?: { namespace: string; key: string; value: string }[];
}

const fileKey = ({ id, originalSource }: FileInput) => id ?? originalSource;

/** Why Shopify refuses a product; `undefined`: it takes it. */
export function setProblem({ title = "", productOptions: options = [], variants = [], files = [] }: ProductInput) {
  if (title.length > 255) return { message: "Title is too long (maximum is 255 characters)", code: "INVALID_INPUT" };
  if (options.length > 3) return { message: "Options over limit", code: "OPTIONS_OVER_LIMIT" };
  if (variants.length > 2_048)
    return { message: "Number of product variants exceeds shop limit", code: "VARIANTS_OVER_LIMIT" };
  const known = new Set(files.map(fileKey));
  if (variants.some(({ file }) => file && !known.has(fileKey(file))))
    return { message: "The file of a variant is none of the product's files", code: "INVALID_INPUT" };
  const valuesOf = (at: number) => new Set(options[at]?.values.map(({ name }) => name));
  const said = variants.map(({ optionValues = [] }) => optionValues.map(({ name }) => name));
  if (said.some((values) => values.length !== options.length || values.some((name, at) => !valuesOf(at).has(name))))
    return { message: "Option value does not exist", code: "OPTION_VALUE_DOES_NOT_EXIST" };
  if (new Set(said.map((values) => values.join("\n"))).size < said.length)
    return { message: "The variants are not different", code: "INVALID_VARIANT" };
  return undefined;
}
