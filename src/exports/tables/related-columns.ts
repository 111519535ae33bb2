import type { ExportedProduct } from "../../../db/exports/exported-product.ts";
import { listRelated, RELATED_NAMES, type Related } from "../../../db/exports/related.ts";
import type { Reader } from "../../../db/ports.ts";
import { MEDIA_PATH } from "../../products/media/file-keys.ts";
import type { Table } from "./table.ts";

const wholeUrl = (url: unknown, origin: string) =>
  typeof url === "string" && url.startsWith(MEDIA_PATH) ? `${origin}${url}` : url;

const NOTHING: readonly unknown[] = [];

/**
 * The same table with what belongs to each product as further columns: its variants, texts, relations, suppliers, prices
 * and images. A page's are read when the page is.
 */
export function withRelated(
  db: Reader,
  { columns, pages, ...table }: Table<ExportedProduct>,
  origin: string,
): Table<ExportedProduct> {
  let related: Related | undefined;
  async function* read() {
    for await (const page of pages) {
      related = await listRelated(
        db,
        page.map(({ id }) => id),
      );
      for (const images of related.images.values()) {
        for (const image of images) image["url"] = wholeUrl(image["url"], origin);
      }
      yield page;
    }
  }
  const added = RELATED_NAMES.map((name) => ({
    name,
    kind: "plain" as const,
    read: ({ id }: ExportedProduct) => related?.[name].get(id) ?? NOTHING,
  }));
  return { ...table, columns: [...columns, ...added], pages: read() };
}
