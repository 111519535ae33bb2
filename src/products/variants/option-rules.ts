import type { Tx } from "../../../db/ports.ts";
import { type Option, productOptions } from "../../../db/variants/options.ts";
import type { Variant } from "../../../db/variants/variants.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import type { NewOption } from "./schema.ts";

/** The form in which names of options are compared. */
export const optionKey = (name: string): string => name.trim().normalize("NFC").toLowerCase();

export const distinct = (values: readonly string[]): string[] => [...new Set(values.map((value) => value.trim()))];

/**
 * The values of a variant as the product's options know them: under the option's own name, and with a value the option
 * lacks added to it. Without options any name will do. `problems` names those without options.
 */
export function fitOptionValues(
  options: readonly Option[],
  given: Record<string, string>,
  field: string,
): { values: Record<string, string>; options: Option[]; problems: FieldProblem[] } {
  const values: Record<string, string> = {};
  const problems: FieldProblem[] = [];
  const fitted = new Map(options.map((option) => [option.nameKey, option]));
  for (const [name, written] of Object.entries(given)) {
    const value = written.trim();
    const option = fitted.get(optionKey(name));
    if (options.length === 0) values[name.trim()] = value;
    else if (!option)
      problems.push({ field: `${field}.${name}`, type: "invalid_value", key: "variants.unknown_option" });
    else {
      values[option.name] = value;
      if (!option.values.includes(value)) fitted.set(option.nameKey, { ...option, values: [...option.values, value] });
    }
  }
  return { values, options: [...fitted.values()], problems };
}

/** Equal for variants that have the same options and values; `undefined` for one that has none. */
export function valuesKey({ optionValues }: Pick<Variant, "optionValues">): string | undefined {
  const entries = Object.entries(optionValues).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.length === 0 ? undefined : JSON.stringify(entries);
}

/** A variant with its options' names replaced by these, or dropped where there is none. The given one when all stay. */
export function renameOptions(variant: Variant, newName: (name: string) => string | undefined): Variant {
  const entries = Object.entries(variant.optionValues);
  const renamed = entries.flatMap(([name, value]) => {
    const next = newName(name);
    return next === undefined ? [] : [[next, value] as const];
  });
  const isSame = renamed.length === entries.length && renamed.every(([name], index) => name === entries[index]?.[0]);
  return isSame ? variant : { ...variant, optionValues: Object.fromEntries(renamed) };
}

/** The options that take the place of a product's: one that has the name of an old one is that one. */
export function replacementOptions(
  before: readonly Option[],
  definitions: readonly NewOption[],
  { productId, nowMs, newId }: { productId: string; nowMs: number; newId: () => string },
): { options: Option[]; problems: FieldProblem[] } {
  const known = new Map(before.map((option) => [option.nameKey, option]));
  const options = new Map<string, Option>();
  const problems: FieldProblem[] = [];
  for (const [index, { name, values = [], position = index + 1 }] of definitions.entries()) {
    const nameKey = optionKey(name);
    const { id, createdAtMs } = known.get(nameKey) ?? { id: newId(), createdAtMs: nowMs };
    if (options.has(nameKey)) {
      problems.push({ field: `options.${index}.name`, type: "invalid_value", key: "validation.unique" });
    }
    const option = { id, productId, name: name.trim(), nameKey, values: distinct(values), position, createdAtMs };
    options.set(nameKey, option);
  }
  return { options: [...options.values()], problems };
}

/** Whether nothing of an option has changed. */
export function isSameOption(one: Option, other: Option | undefined): boolean {
  if (other?.name !== one.name || other.position !== one.position) return false;
  return JSON.stringify(other.values) === JSON.stringify(one.values);
}

/** Stores the options that differ from those before, and deletes the missing ones. */
export async function storeOptions(tx: Tx, before: readonly Option[], after: readonly Option[]): Promise<void> {
  const remaining = new Set(after.map(({ id }) => id));
  const known = new Map(before.map((option) => [option.id, option]));
  const removed = before.filter(({ id }) => !remaining.has(id)).map(({ id }) => id);
  if (removed.length > 0) await productOptions.erase(tx, { id: removed });
  await productOptions.saveAll(
    tx,
    after.filter((option) => !isSameOption(option, known.get(option.id))),
  );
}
