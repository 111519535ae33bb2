import { plainText } from "../text/plain-text.ts";

/** What can be made of a value before it leaves. */
export const TRANSFORMS = ["upper", "lower", "trim", "round2", "boolean_int", "plain_text"] as const;
export type Transform = (typeof TRANSFORMS)[number];

const ofText = (change: (text: string) => string) => (value: unknown) =>
  typeof value === "string" ? change(value) : value;

/** How each of them changes a value; one that it has nothing to say of stays. */
export const CHANGES: Record<Transform, (value: unknown) => unknown> = {
  upper: ofText((text) => text.toUpperCase()),
  lower: ofText((text) => text.toLowerCase()),
  trim: ofText((text) => text.trim()),
  round2: (value) => {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    return typeof number === "number" && Number.isFinite(number) ? Math.round(number * 100) / 100 : value;
  },
  boolean_int: (value) => (typeof value === "boolean" ? Number(value) : value),
  plain_text: ofText(plainText),
};
