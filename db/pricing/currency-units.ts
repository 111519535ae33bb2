/**
 * Currencies with three decimals, by ISO 4217. What is stored beside such a currency is in thousandths of it, and beside any
 * other in hundredths.
 */
export const WITH_THOUSANDTHS = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"] as const;

const LIST = WITH_THOUSANDTHS.map((currency) => `'${currency}'`).join(", ");

/** An amount as a number in SQL, of columns that have it and its currency. */
export const amountSql = (column: string, currency: string): string =>
  `${column} / iif(${currency} in (${LIST}), 1000.0, 100.0)`;
