import { TEXT } from "../../../db/table.ts";
import { nameKey, slugOf } from "../../text/name-key.ts";

/** What follows from a name: the form in which names are compared, searched and ordered, regardless of case and accents. */
export const BY_NAME = {
  derived: { name_key: TEXT },
  derive: ({ name }: { name: string }) => ({ name_key: nameKey(name) }),
};

/** A resource with a slug of its name, unless it has one. */
export const withSlug = <T extends { name: string; slug: string }>(row: T): T =>
  row.slug === "" ? { ...row, slug: slugOf(row.name) } : row;
