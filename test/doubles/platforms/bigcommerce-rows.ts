export type Row = Record<string, unknown>;
/** A value of an option, as a variant has it. */
export interface Value {
  id: number;
  option_id: number;
  option_display_name: string;
  label: string;
}
export interface Variant extends Row {
  id: number;
  sku: string;
  option_values: Value[];
}
export interface Product extends Row {
  id: number;
  sku: string;
  variants: Variant[];
  options: { id: number; display_name: string; option_values: { id: number; label: string }[] }[];
  images: (Row & { id: number })[];
}
