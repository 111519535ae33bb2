import { expect, test } from "bun:test";
import { newTenant, runJobs } from "../harness.ts";
import { EANS, upload } from "./import-client.ts";

const link = (n: number) => `https://x.example/${n}.jpg`;
const item = (images: string) =>
  `<item><g:id>A-1</g:id><title>Chilli sauce</title><g:gtin>${EANS[0]}</g:gtin><g:price>2.50 EUR</g:price>${images}</item>`;
const rss = (images: string) =>
  `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>${item(images)}${item(images).replaceAll("A-1", "A-2").replaceAll(EANS[0], EANS[1])}</channel></rss>`;
const csv = (header: string, row: string) =>
  `id,title,gtin,price,availability,${header}\nA-1,Chilli sauce,${EANS[0]},2.50 EUR,in_stock,${row}\nA-2,Mint sauce,${EANS[1]},2.60 EUR,in_stock,${row}\n`;

test.each([
  [
    "elements of one name",
    "feed.xml",
    rss(
      `<g:image_link>${link(1)}</g:image_link>${[2, 3, 4].map((n) => `<g:additional_image_link>${link(n)}</g:additional_image_link>`).join("")}`,
    ),
  ],
  [
    "an element with a list",
    "feed.xml",
    rss(
      `<g:image_link>${link(1)}</g:image_link><g:additional_image_link>${[2, 3, 4].map(link).join(",")}</g:additional_image_link>`,
    ),
  ],
  [
    "further images first",
    "feed.xml",
    rss(
      `${[2, 3, 4].map((n) => `<g:additional_image_link>${link(n)}</g:additional_image_link>`).join("")}<g:image_link>${link(1)}</g:image_link>`,
    ),
  ],
  [
    "columns of one name",
    "feed.csv",
    csv(
      "image_link,additional_image_link,additional_image_link,additional_image_link",
      [1, 2, 3, 4].map(link).join(","),
    ),
  ],
  [
    "numbered columns",
    "feed.csv",
    csv(
      "image_link,additional_image_link_1,additional_image_link_2,additional_image_link_3",
      [1, 2, 3, 4].map(link).join(","),
    ),
  ],
  [
    "one column with a list",
    "feed.csv",
    csv("image_link,additional_image_link", `${link(1)},"${[2, 3, 4].map(link).join(",")}"`),
  ],
])("all images of a product arrive in their order: %s", async (_, name, content) => {
  const tenant = await newTenant();
  const { body } = await upload(tenant, content, { name });
  await tenant.post(`/imports/${body.id}/save-mapping`, {
    column_mapping: body.data.file_analysis.suggested_mapping,
  });
  await tenant.post(`/imports/${body.id}/start-processing`);
  await runJobs();
  const { items } = (await tenant.get("/products")).body;
  expect(items).toHaveLength(2);
  const { media } = (await tenant.get(`/products/${items[0].id}`)).body;
  expect(media.map(({ url }: { url: string }) => url)).toEqual([1, 2, 3, 4].map(link));
});
