import type { Platform } from "../define-platform.ts";
import { SOURCES, type Source } from "../fields.ts";

/** How a field of the catalog is called on a platform. */
interface FieldMapping {
  source_field: string;
  target_field: string;
  required: boolean;
  direction: "both" | "push" | "pull";
  transform: string | null;
}

const REQUIRED: ReadonlySet<Source> = new Set(["name", "price"]);
const TRANSFORMS: Partial<Record<Source, string>> = {
  price: "cents to decimal",
  weight: "kilograms",
  stock: "whole number, never negative",
};
/** What pulls take of a product; the rest is only sent. */
const PULLED: ReadonlySet<Source> = new Set(["ean", "reference", "name", "description", "brand", "price", "stock"]);

/** How the catalog's fields are called on a platform. */
export function fieldMapOf({ id, name, capabilities, fields }: Platform) {
  const pulls = capabilities.includes("pull_products");
  const mappings = SOURCES.flatMap((source): FieldMapping[] => {
    const target = fields[source];
    if (target === undefined) return [];
    return [
      {
        source_field: source,
        target_field: target,
        required: REQUIRED.has(source),
        direction: pulls && PULLED.has(source) ? "both" : "push",
        transform: TRANSFORMS[source] ?? null,
      },
    ];
  });
  return { platform_id: id, platform_name: name, mappings };
}
