import { number } from "../words/words.ts";

/** What models cost is told in US dollars; cents of cents count. */
export const dollars = (value: number): string =>
  number(value, { style: "currency", currency: "USD", maximumFractionDigits: value < 1 ? 4 : 2 });
