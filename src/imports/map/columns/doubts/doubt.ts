/** A column of which it is not sure what it holds. */
export interface Doubt {
  code: DoubtCode;
  column: string;
  /** The field it is suggested for. */
  field: string;
  params: Record<string, string | number>;
}

/** How much a doubt weighs: what is critical spoils the products if it is not right. */
export const DOUBTS = {
  several_columns: "warning",
  column_uncertain: "warning",
  other_language: "warning",
  price_kind_unsaid: "warning",
  price_below_cost: "critical",
  net_price: "warning",
  rate_unsaid: "warning",
  currency_unsaid: "warning",
  currency_assumed: "warning",
  unit_unsaid: "warning",
  quantity_unsaid: "warning",
  values_doubtful: "warning",
  several_values: "warning",
  values_unfit: "info",
  codes_repeat: "warning",
  codes_invalid: "warning",
  codes_missing: "warning",
  codes_left: "warning",
  codes_of_names: "warning",
  names_alike: "critical",
} as const;
export type DoubtCode = keyof typeof DOUBTS;
