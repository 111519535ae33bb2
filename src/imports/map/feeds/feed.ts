/** Lists that a program writes under the same names always; by them they are known. */
export interface Feed {
  /** Names that all must be there. */
  marks: readonly string[];
  /** Names of columns, in lower case; of several with one target the first in the file counts. */
  targets: Record<string, string>;
  /** Columns whose names mislead. */
  nothing: readonly string[];
}

/** Names in a text, comma-separated. */
export const words = (text: string): string[] => text.split(", ");
