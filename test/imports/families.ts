import { EANS, importFile, lines, type Tenant, upload } from "./import-client.ts";

export const SHOPIFY =
  "Handle,Title,Vendor,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Barcode,Image Src,Variant Image";
/** A shirt in two sizes and a mug, as Shopify writes them. */
export const shirt = (price = "20.00") =>
  lines(
    SHOPIFY,
    `shirt,Linen shirt,Acme,Color,Blue,Size,M,SH-BM,3,${price},${EANS[0]},https://img.example/1.jpg,https://img.example/b.jpg`,
    `shirt,,,,Blue,,L,SH-BL,5,22.00,${EANS[1]},https://img.example/2.jpg,`,
    "shirt,,,,,,,,,,,https://img.example/3.jpg,",
    `mug,Green mug,Acme,Title,Default Title,,,MUG-1,7,9.50,${EANS[2]},https://img.example/4.jpg,`,
    "mug,,,,,,,,,,,https://img.example/5.jpg,",
  );

/** Takes the suggested mapping as it is. */
export async function importAsSuggested(tenant: Tenant, content: string, options: Record<string, unknown> = {}) {
  const { body } = await upload(tenant, content);
  const { suggested_mapping: mapping, warnings } = body.data.file_analysis;
  await tenant.post(`/imports/${body.id}/cancel`);
  return { record: await importFile(tenant, content, { mapping, options }), mapping, warnings };
}

interface Found {
  id: string;
  reference: string;
  title: string;
  price: number;
  stock: number;
  media: unknown[];
  variants: { sku: string; ean: string | null; option_values: object; price: number | null; stock: number }[];
}

/** The products of a tenant with their variants, by reference. */
export async function productsOf(tenant: Tenant): Promise<Found[]> {
  const { body } = await tenant.get("/products?per_page=100");
  const found = await Promise.all(
    body.items.map(async ({ id }: { id: string }) => {
      const product = (await tenant.get(`/products/${id}`)).body;
      const { variants } = (await tenant.get(`/products/${id}/variants`)).body;
      return { ...product, variants };
    }),
  );
  return found.toSorted((one, other) => (one.reference < other.reference ? -1 : 1));
}
