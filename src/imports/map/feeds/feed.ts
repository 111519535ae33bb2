/** Lists that a program writes under the same names always; by them they are known. */
export interface Feed {
  /** Names that all must be there. */
  marks: readonly string[];
  /** Names of columns, in lower case; of several with one target the first that there is counts. */
  targets: Record<string, string>;
  /** Columns whose names mislead. */
  nothing: readonly string[];
}

/** Names in a text, parted by commas. */
export const words = (text: string): string[] => text.split(", ");
