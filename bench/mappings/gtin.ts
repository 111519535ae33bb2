import { first } from "./entry.ts";
import type { SourceRecord } from "./read-source.ts";

/** Whether a code is a GTIN, by its check digit. */
export const isGtin = (code: string): boolean => {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return false;
  const digits = [...code.padStart(14, "0")].map(Number);
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 3 : 1), 0) % 10 === 0;
};
/** A column's code where it is a GTIN. */
export const gtin = (column: string) => (record: SourceRecord) => {
  const code = first(column)(record);
  return code !== undefined && isGtin(code) ? code : undefined;
};
