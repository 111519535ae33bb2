import type { Static } from "@sinclair/typebox";
import { findFigures, type PlatformFigures, withNamePart } from "../../../db/export-platforms/platforms.ts";
import type { Reader } from "../../../db/ports.ts";
import type { Expansion } from "../../http/input/expand.ts";
import { conditionsOf, pageOfList } from "../../kit/resource/list.ts";
import { nameKey } from "../../text/name-key.ts";
import { EXPORTS } from "../policies.ts";
import { Platform, type PlatformRow } from "./platform.ts";
import { maskedConfig, type PlatformConfig } from "./platform-config.ts";
import type { PlatformQuery } from "./schema.ts";

const NO_FIGURES: PlatformFigures = { totalExports: 0, successItems: 0, failedItems: 0 };

/** The share that arrived, in percent with two decimals; `none` of none. */
export function successRate<T>({ successItems, failedItems }: Omit<PlatformFigures, "totalExports">, none: T) {
  const items = successItems + failedItems;
  return items === 0 ? none : Math.round((successItems * 10_000) / items) / 100;
}

const withFigures = (row: PlatformRow, figures: PlatformFigures = NO_FIGURES) => ({
  ...Platform.bodyOf(row),
  total_exports: figures.totalExports,
  success_rate: figures.totalExports === 0 ? null : successRate(figures, null),
});

/** A platform without its configuration. */
export const platformSummary = async (db: Reader, row: PlatformRow) =>
  withFigures(row, (await findFigures(db, [row.id])).get(row.id));

/** A platform with its configuration, secrets masked. */
export const platformBody = async (db: Reader, row: PlatformRow, config: PlatformConfig) => ({
  ...(await platformSummary(db, row)),
  config: maskedConfig(row.platform_type, config),
});

/** For answers that name platforms. */
export const platformsById: Expansion = {
  rights: { ...EXPORTS, tier: "READ_STANDARD" },
  find: async (db, ids) => {
    const [rows, figures] = await Promise.all([Platform.table.findBy(db, "id", ids), findFigures(db, ids)]);
    return new Map(rows.map((row) => [row.id, withFigures(row, figures.get(row.id))]));
  },
};

/** A page of a list, with its counters beside the items. */
const flatOf = <T>({
  items,
  meta,
}: {
  items: T[];
  meta: { total: number; page: number; per_page: number; total_pages: number; next_cursor: string | null };
}) => ({
  items,
  total: meta.total,
  page: meta.page,
  per_page: meta.per_page,
  pages: meta.total_pages,
  total_pages: meta.total_pages,
  next_cursor: meta.next_cursor,
});

/** Platforms, the newest first. */
export async function pageOfPlatforms(
  db: Reader,
  { platform_type, is_active, search, ...page }: Static<typeof PlatformQuery>,
) {
  const conditions = [
    ...conditionsOf({ platform_type, is_active }),
    ...(search === undefined ? [] : [withNamePart(nameKey(search))]),
  ];
  const source = { ...Platform.table, name: "export-platforms" };
  const found = flatOf(await pageOfList(db, source, {}, { ...page }, (row) => row, conditions));
  const figures = await findFigures(
    db,
    found.items.map(({ id }) => id),
  );
  return { ...found, items: found.items.map((row) => withFigures(row, figures.get(row.id))) };
}
