/** How a file is read, as a template or a person says; `null` and what is absent is detected. */
export interface GivenFormat {
  encoding?: string | null | undefined;
  delimiter?: string | null | undefined;
  /** `none`: a quote is a character like others. */
  quote?: '"' | "'" | "none" | null | undefined;
  /** From 1; 0: there is none. */
  headerRow?: number | null | undefined;
  /** Where the rows of JSON or XML are, as an analysis names it. */
  recordPath?: string | null | undefined;
  decimalSeparator?: "," | "." | null | undefined;
  /** Of prices that name none: ISO 4217. */
  currency?: string | null | undefined;
  /** Of texts whose column names none. */
  language?: string | null | undefined;
}
