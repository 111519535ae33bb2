import type { PushItem, PushVariant } from "./push-item.ts";

/** What a variant is said to be that has no value of an option. */
export const NO_VALUE = "-";
/** The one option of variants that differ in nothing: their SKUs are its values. */
const UNNAMED = "Variant";

type Varied = Pick<PushItem, "options" | "variants">;

/** The value that a variant has of an option. */
export const optionValue = ({ options }: Varied, { options: own, sku }: PushVariant, name: string): string =>
  options.length === 0 ? sku : (own[name] ?? NO_VALUE);

/** What variants differ in, for platforms that want one value of each option of every variant. */
export function wholeOptions(item: Varied): { name: string; values: readonly string[] }[] {
  const { options, variants } = item;
  if (options.length === 0) return [{ name: UNNAMED, values: variants.map(({ sku }) => sku) }];
  return options.map(({ name, values }) => ({
    name,
    values: [...new Set([...values, ...variants.map((variant) => optionValue(item, variant, name))])],
  }));
}
