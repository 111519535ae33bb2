/** What a value of unknown type is, and what it holds: of JSON that others wrote. */

/** An object with members, which an array is not. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The text that it is; `null` for anything else. */
export const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The same, and an empty text is none. */
export const filledText = (value: unknown): string | null => textOrNull(value) || null;

/** The texts in a list; of anything else none. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

/** Whether two values are the same as JSON; nothing is the same as null. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
