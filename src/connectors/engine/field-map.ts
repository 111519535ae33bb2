import { type Platform, SOURCES, type Source } from "./define-platform.ts";

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
/** What is only sent: a platform's own images and categories stay its own. */
const ONLY_PUSHED: ReadonlySet<Source> = new Set(["images", "category", "weight"]);

/** How the catalog's fields are called on a platform. */
export function fieldMapOf({ id, name, capabilities, fields }: Platform) {
  const pulls = capabilities.includes("pull_products");
  const mappings = SOURCES.map(
    (source): FieldMapping => ({
      source_field: source,
      target_field: fields[source] ?? `custom.${source}`,
      required: REQUIRED.has(source),
      direction: pulls && !ONLY_PUSHED.has(source) ? "both" : "push",
      transform: TRANSFORMS[source] ?? null,
    }),
  );
  return { platform_id: id, platform_name: name, mappings };
}
