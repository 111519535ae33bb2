import { type Static, Type } from "@sinclair/typebox";
import type { ThreadServices } from "../../runtime/services.ts";
import { type ProductExport, productPages } from "../tables/product-table.ts";
import { amountText, type Column, objectText } from "../tables/table.ts";
import { profileTable } from "./profile-table.ts";

const PREVIEW_ROWS = 20;

export const ProfilePreview = Type.Object({
  columns: Type.Array(Type.String(), { description: "Names of the columns, in their order." }),
  rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    maxItems: PREVIEW_ROWS,
    description: "The first rows, as the file will have them.",
    examples: [[{ SKU: "D-1", Price: "21.68" }]],
  }),
});
type Preview = Static<typeof ProfilePreview>;

/** What is previewed: products by a profile. Plain data. */
export interface PreviewInput {
  wanted: ProductExport;
  origin: string;
}

/** A value as a person reads it in a file. */
function shownValue(value: unknown, kind: Column<unknown>["kind"]): unknown {
  if ((kind === "money" || kind === "thousandths") && typeof value === "number") return amountText(kind, value);
  return typeof value === "object" && value !== null ? objectText(value) : value;
}

/** The first rows of a profile. */
export async function previewProfile(
  { reader, now }: ThreadServices,
  tenantId: string,
  { wanted, origin }: PreviewInput,
): Promise<Preview> {
  const db = reader(tenantId);
  if (!wanted.profile) throw new TypeError("A preview needs a profile");
  const limited = { ...wanted, limit: PREVIEW_ROWS };
  const { columns, pages } = profileTable(db, wanted.profile, {
    origin,
    nowMs: now(),
    size: { rows: PREVIEW_ROWS, note: () => undefined },
    open: (members, languages, size) => productPages(db, { ...limited, languages }, members, size),
  });
  const rows: Preview["rows"] = [];
  for await (const page of pages) {
    for (const row of page.slice(0, PREVIEW_ROWS - rows.length)) {
      rows.push(Object.fromEntries(columns.map(({ name, kind, read }) => [name, shownValue(read(row), kind)])));
    }
  }
  return { columns: columns.map(({ name }) => name), rows };
}
