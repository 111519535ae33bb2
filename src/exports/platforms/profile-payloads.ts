import type { Reader } from "../../../db/ports.ts";
import { exportOfProfile } from "../profiles/find-profile.ts";
import { ExportProfile } from "../profiles/profile.ts";
import { profileTable } from "../profiles/profile-table.ts";
import { productPages } from "../tables/product-table.ts";
import { FULL_PAGES } from "../tasks/row-page-size.ts";
import { exportedValue } from "./mappings.ts";

/** Which products are sent by a profile, from where and when. */
interface ProfileSending {
  profileId: string;
  productIds: readonly string[];
  origin: string;
  nowMs: number;
}

/**
 * What is sent of each product by a profile: a member for each column, or `rows` of these where variants are rows. `undefined`:
 * the profile is gone, or names something that is.
 */
export async function profilePayloads(
  db: Reader,
  { profileId, productIds, origin, nowMs }: ProfileSending,
): Promise<Map<string, Record<string, unknown>> | undefined> {
  const profile = await ExportProfile.table.find(db, profileId);
  // Which products are sent is for the sender to say.
  const wanted = profile && (await exportOfProfile(db, { ...profile, filters: {} }, { ids: productIds }));
  if (!wanted || "problems" in wanted || !wanted.profile) return undefined;
  const { columns, pages } = profileTable(db, wanted.profile, {
    origin,
    nowMs,
    size: FULL_PAGES,
    open: (members, languages, size) => productPages(db, { ...wanted, languages }, members, size),
  });
  const rows = new Map<string, Record<string, unknown>[]>();
  for await (const page of pages) {
    for (const row of page) {
      const values = columns.map(({ name, kind, read }) => [name, exportedValue(read(row), kind)] as const);
      rows.set(row.product.id, [...(rows.get(row.product.id) ?? []), Object.fromEntries(values)]);
    }
  }
  const isOne = wanted.profile.variants === "none";
  return new Map(Array.from(rows, ([id, all]) => [id, (isOne && all[0]) || { rows: all }]));
}
