// biome-ignore-all lint/correctness/noUndeclaredDependencies: it is installed where the program runs
// What a program does with the package, in any runtime: it uses nothing of one of them.
import { Catalogd, CatalogdError, verifyWebhook, WebhookRefused } from "catalogd-client";
import { ImportsApi } from "catalogd-client/imports";
import { sender } from "catalogd-client/runtime";

const HEAD = "reference,name,price\n";
const COLUMN_MAPPING = { reference: "sku", name: "name", price: "price" };

async function refusal(attempt) {
  try {
    await attempt();
  } catch (error) {
    return error;
  }
  throw new Error("It was not refused");
}

/** The ends of imports, each as `waitForImport` of a part of the client says. */
async function endsOfImports(imports, unreachable) {
  const upload = (text) => imports.uploadImport({ file: new File([text], "list.csv") });
  const begin = async (text) => {
    const { id } = await upload(text);
    await imports.saveImportMapping(id, { column_mapping: COLUMN_MAPPING });
    await imports.startImport(id);
    return id;
  };
  const endOf = async (id) => (await imports.waitForImport(id, { signal: AbortSignal.timeout(60_000) })).status;
  const many = `${HEAD}${Array.from({ length: 20_000 }, (_, row) => `many-${row},Many ${row},1\n`).join("")}`;

  const awaiting = await endOf((await upload(`${HEAD}one,One,1\n`)).id);
  const whole = await endOf(await begin(`${HEAD}one,One,1\n`));
  const partly = await endOf(await begin(`${HEAD}two,Two,1\nthree,Three,cheap\n`));
  const paused = await begin(many);
  await imports.pauseImport(paused);
  const whilePaused = await endOf(paused);
  await imports.cancelImport(paused);
  const cancelled = await endOf(paused);
  const failed = await endOf((await imports.importFromUrl({ url: unreachable })).id);
  return { awaiting, whole, partly, whilePaused, cancelled, failed };
}

export async function run({ baseUrl, apiKey, delivery, unreachable }) {
  const catalogd = new Catalogd({ baseUrl, apiKey });
  const brand = await catalogd.brands.createBrand({ name: `Brand ${crypto.randomUUID()}` });
  for (const name of ["Saw 1", "Saw 2", "Saw 3"]) await catalogd.products.createProduct({ name, brand_id: brand.id });
  const titles = [];
  const query = { brand_id: [brand.id], per_page: 1, sort_by: "title", sort_order: "asc" };
  for await (const { title } of catalogd.products.allProducts(query)) titles.push(title);

  const wrong = await refusal(() => catalogd.products.createProduct({ name: "", price: -1 }));
  const { body, headers, secret } = delivery;
  const event = await verifyWebhook(body, headers, secret, { toleranceSeconds: 3600 });
  const forged = await refusal(() => verifyWebhook(`${body} `, headers, secret, { toleranceSeconds: 3600 }));
  const file = await catalogd.products.exportCatalogAsCsv();

  return {
    titles,
    isCatalogdError: wrong instanceof CatalogdError,
    said: String(wrong).replace(/, request .*/, ""),
    event: event.event,
    isForged: forged instanceof WebhookRefused,
    ends: await endsOfImports(new ImportsApi(sender({ baseUrl, apiKey })), unreachable),
    isCsv: (await file.text()).includes("Saw 1"),
  };
}
