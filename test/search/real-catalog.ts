import { parse } from "csv-parse/sync";
import { nameKey } from "../../src/text/name-key.ts";
import { addProducts, type StatedProduct } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";
import { realFile } from "../imports/reading/files.ts";

const CHUNK = 2_000;
const TITLE_MAX = 500;

/** Books, food, toys, electronics and medicines of six sources, about 50,000 products; their licences: test/data/README.md. */
function realProducts(): StatedProduct[] {
  const rows: Record<string, string>[] = parse(Buffer.from(realFile("catalog_50k.csv")), { columns: true, bom: true });
  return rows.flatMap(({ name = "", brand = "", sku = "", description = "" }) => {
    const title = name.trim().slice(0, TITLE_MAX);
    if (title === "") return [];
    const shown = { title, titleKey: nameKey(title), reference: sku, referenceKey: nameKey(sku) };
    return [{ ...shown, description: description || null, ...(brand !== "" && { brand }) }];
  });
}

/** A fresh tenant with these products. */
export async function realTenant() {
  const tenant = await newTenant();
  const products = realProducts();
  for (let at = 0; at < products.length; at += CHUNK) {
    await services.write(addProducts, tenant.id, products.slice(at, at + CHUNK));
  }
  return tenant;
}
