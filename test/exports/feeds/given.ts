import { app, newTenant, services } from "../../harness.ts";
import { SMALL } from "../../media/given-images.ts";
import { FORMATS, formOf } from "../../media/images.ts";
import { newEan } from "../../products/given.ts";
import { made } from "../profiles/given.ts";

export const PAGE = "https://shop.example/p/{reference}";

const WEIGHTS = [1, 3] as const;
/** A code of a range that may leave the shop. */
function publicEan(): string {
  const digits = `376${newEan().slice(3, 12)}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (WEIGHTS[index % 2] ?? 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** A shirt in two sizes with everything, and a pen without picture, code, brand or text. */
export async function givenShop() {
  const tenant = await newTenant();
  const eans = [publicEan(), publicEan(), publicEan()];
  const brand = (await made(tenant.post("/brands", { name: "Acme & Co" }))).id;
  const category = (await made(tenant.post("/categories", { name: "Clothes" }))).id;
  const shirts = (await made(tenant.post("/categories", { name: "Shirts", parent_id: category }))).id;
  const shirt = await made(
    tenant.post("/products", {
      ...{
        name: "Shirt <blue>",
        description: "<p>Cotton &amp; linen</p>",
        reference: "SH",
        price: 20,
        brand_id: brand,
      },
      ...{ category_id: shirts, attributes: { Fabric: "cotton" }, barcode: eans[0], bullet_points: ["soft", "light"] },
      ...{ tax_rate: 20 },
    }),
  );
  for (const width of [20, 30]) {
    await made(
      tenant.post(`/products/${shirt.id}/media/upload`, formOf(width === 20 ? SMALL : FORMATS["image/png"](width, 10))),
    );
  }
  for (const [index, size] of ["S", "M"].entries()) {
    await made(
      tenant.post(`/products/${shirt.id}/variants`, {
        ...{ sku: `SH-${size}`, stock: index * 4, option_values: { Size: size }, ean: eans[index + 1] },
      }),
    );
  }
  const pen = await made(tenant.post("/products", { name: "Pen", reference: "PEN", price: 2.5 }));
  return { tenant, shirt: String(shirt.id), pen: String(pen.id), eans };
}

type Shop = Awaited<ReturnType<typeof givenShop>>;

/** Makes a feed of a type. */
export const makeFeed = ({ tenant }: Pick<Shop, "tenant">, feed_type: string, more: object = {}) =>
  made(tenant.post("/exports/feeds", { name: `Feed ${crypto.randomUUID()}`, feed_type, product_url: PAGE, ...more }));

/** What everybody gets at the address of a feed. */
export async function fetchFeed(url: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await app.handle(new Request(url, { headers, method }));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export const filesOf = (tenantId: string) =>
  Array.fromAsync(services.files.list(`${tenantId}/feeds`)).then((files) => files.map(({ key }) => key));
