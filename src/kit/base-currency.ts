/** The currency of prices that belong to no list. */
export const BASE_CURRENCY = "EUR";
