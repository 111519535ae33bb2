import type { Reader } from "../../../db/ports.ts";
import { findPublication } from "../../settings/publication.ts";
import { exportOfProfile } from "../profiles/find-profile.ts";
import { ExportProfile } from "../profiles/profile.ts";
import { profileTable } from "../profiles/profile-table.ts";
import { productPages, productTable } from "../tables/product-table.ts";
import { FULL_PAGES } from "../tasks/row-page-size.ts";
import { exportedValue, mappedFields, payloadOf } from "./mappings.ts";
import type { PlatformRow } from "./platform.ts";

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
async function profilePayloads(
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

/** A product as it is sent. */
export interface ProductPayload {
  payload: Record<string, unknown>;
  /** Its file's name without the ending. */
  fileName: string;
  title: string;
  /** Why it is not for others; `undefined`: it is. */
  refusal: "inactive" | "unpublished" | "profile" | undefined;
}

/** What decides what a platform is sent of a product. */
type PayloadPlatform = Pick<PlatformRow, "field_mappings" | "profile_id">;

/** What files of products are called. */
export const payloadName = ({ fileName }: Pick<ProductPayload, "fileName">): string => `${fileName}.json`;

export const payloadText = ({ payload }: Pick<ProductPayload, "payload">): string => JSON.stringify(payload, null, 2);

/** Reads products as they are sent, by their ids. Those that do not exist, or no longer, are missing. */
export async function loadPayloads(
  db: Reader,
  productIds: readonly string[],
  { platform, origin, nowMs }: { platform: PayloadPlatform; origin: string; nowMs: number },
): Promise<Map<string, ProductPayload>> {
  const { field_mappings: mappings, profile_id: profileId } = platform;
  const { enforce } = await findPublication(db);
  const byProfile =
    profileId === null ? undefined : await profilePayloads(db, { profileId, productIds, origin, nowMs });
  const refusalOf = (isActive: boolean, isUnpublished: boolean): ProductPayload["refusal"] => {
    if (!isActive) return "inactive";
    if (isUnpublished) return "unpublished";
    return profileId !== null && !byProfile ? "profile" : undefined;
  };
  const { columns, pages } = productTable(
    db,
    { filter: { ids: [...productIds] }, language: null, fields: mappedFields(mappings), offset: 0, limit: null },
    { origin, needs: ["id", "ean", "title", "status", "workflowStatus"] },
  );
  const found = new Map<string, ProductPayload>();
  for await (const page of pages) {
    for (const product of page) {
      const isUnpublished = enforce && product.workflowStatus !== "published";
      found.set(product.id, {
        payload: byProfile?.get(product.id) ?? payloadOf(columns, product, mappings),
        fileName: product.ean ?? product.id,
        title: product.title,
        refusal: refusalOf(product.status === "active", isUnpublished),
      });
    }
  }
  return found;
}
