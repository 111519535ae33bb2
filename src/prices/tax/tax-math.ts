const HUNDRED = 100;

/** Rates are exact in millionths: they have four decimals of a percent. */
export const MILLION = 1_000_000;
/** A rate in percent as millionths. */
export const millionthsOf = (percent: number): number => Math.round((percent / HUNDRED) * MILLION);
