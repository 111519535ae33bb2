import type { ProfileColumn } from "../../profiles/column.ts";

type More = Omit<ProfileColumn, "name" | "field" | "value" | "template">;

/** A column of a field of the product. */
export const of = (name: string, field: string, more: More = {}): ProfileColumn => ({ name, field, ...more });
/** A column of a template. */
export const made = (name: string, template: string, more: More = {}): ProfileColumn => ({ name, template, ...more });
export const fixed = (name: string, value: string): ProfileColumn => ({ name, value });
/** The address of a product's page, if the feed says how it is made. */
export const page = (name: string, template: string): ProfileColumn[] => (template === "" ? [] : [{ name, template }]);
export const PLAIN = { transform: "plain_text" } as const;
export const inStock = (yes: string, no: string) => ({ replace: { true: yes, false: no } });
