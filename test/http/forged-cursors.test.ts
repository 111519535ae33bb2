import { describe, expect, test } from "bun:test";
import { textHash } from "../../db/text-hash.ts";
import { newTenant, services } from "../harness.ts";

/** Lists, and the names that their cursors are made for. */
const LISTS: [path: string, list: string][] = [
  ["/settings/users", 'users {"role":null,"isActive":null}'],
  ["/settings/users/invitations", "invitations"],
  ["/api-keys", "api-keys false"],
  ["/entities", 'entities {"type":null,"isActive":null}'],
  ["/webhooks", "webhooks false"],
  ["/ean-lookup/history", "ean-lookups"],
  ["/ean-asin/templates", "ean-asin-templates"],
  ["/products", 'products [{"sort":"created_at","order":"desc"}] {}'],
  ["/products?sort_by=title", 'products [{"sort":"title","order":"asc"}] {}'],
];
const TEXTS = [
  '["a"]',
  "[]",
  '["a","b"]',
  "[null,null]",
  "[true,{}]",
  '[1e999,"x"]',
  '[-1,"x"]',
  "[[1],[2]]",
  '[1,"\\u0000"]',
];

const forge = (list: string, text: string) =>
  Buffer.from(`${textHash(list + text).toString(36)}.${text}`).toString("base64url");

describe("forged cursors", () => {
  test.each(LISTS)("S-19 of %s are refused or begin a page, and never fail", async (path, list) => {
    const { admin } = await newTenant();
    const statuses: number[] = [];
    for (const text of TEXTS) {
      const query = `${path.includes("?") ? "&" : "?"}cursor=${forge(list, text)}`;
      statuses.push((await admin.get(`${path}${query}`)).status);
    }

    expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
    expect(statuses).toContain(400);
  });

  test("the names above are those that real cursors are made for", async () => {
    const { admin } = await newTenant();
    for (const name of ["one", "two"])
      await admin.post("/products", { name, title: name, sku: `${name}-${services.newId()}` });
    const { body } = await admin.get("/products?per_page=1");
    const [checksum = "", text = ""] = Buffer.from(body.meta.next_cursor, "base64url")
      .toString()
      .split(/\.(.*)/s);

    expect(checksum).toBe(textHash(`${LISTS[7]?.[1]}${text}`).toString(36));
  });
});
