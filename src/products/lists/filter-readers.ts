import { GRADE_RANGES } from "../../../db/products/shown.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { centsOf, PRICE_MAX } from "../../kit/cents.ts";
import { microsecondsOf } from "../../text/instant.ts";
import { nameKey } from "../../text/name-key.ts";
import { UUID } from "../../text/uuid.ts";
import { eanOf } from "../fields/ean.ts";

/** What is wrong with a value; the field is known to the caller. */
export type Problem = Omit<FieldProblem, "field">;
/** Reads a filter's value, or says what is wrong with it. */
export type Reader<T> = (value: unknown) => { value: T } | { problem: Problem };

const refuse = (problem: Problem) => ({ problem });
const VALUES_MAX = 10_000;

/** True or false. */
export const flag: Reader<boolean> = (value) =>
  typeof value === "boolean" ? { value } : refuse({ type: "wrong_type", key: "validation.boolean" });

/** True restricts, false does not. */
export const onlyTrue: Reader<true | undefined> = (value) =>
  typeof value === "boolean"
    ? { value: value || undefined }
    : refuse({ type: "wrong_type", key: "validation.boolean" });

/** One text or a list of them. */
function textsOf(value: unknown): string[] | Problem {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > VALUES_MAX) {
    return { type: "out_of_range", key: "validation.most_items", params: { limit: VALUES_MAX } };
  }
  // Each of them was found to be a string.
  return values.every((each) => typeof each === "string")
    ? (values as string[])
    : { type: "wrong_type", key: "validation.string" };
}

/** One text or a list, each turned into what is compared; one that cannot be is a problem. */
const texts =
  (form: (text: string) => string | undefined = (text) => text, problem: Problem = { type: "invalid_value" }) =>
  (value: unknown): { value: string[] } | { problem: Problem } => {
    const given = textsOf(value);
    if (!Array.isArray(given)) return refuse(given);
    const formed = given.map(form);
    // None of them is undefined.
    return formed.includes(undefined) ? refuse(problem) : { value: formed as string[] };
  };

export const uuids = texts((text) => (UUID.test(text) ? text.toLowerCase() : undefined), {
  type: "invalid_format",
  key: "validation.uuid",
});
export const names = texts(nameKey);
export const codes = texts((text) => eanOf(text)?.gtin14, { type: "invalid_format", key: "validation.ean" });
export const languages = texts((text) => (/^[a-z]{2}$/.test(text) ? text : undefined));
export const oneOf = (allowed: readonly string[]) =>
  texts((text) => (allowed.includes(text) ? text : undefined), {
    type: "invalid_value",
    key: "validation.one_of",
    params: { allowed: allowed.join(", ") },
  });

export const search: Reader<string> = (value) =>
  typeof value === "string"
    ? { value: nameKey(value.slice(0, 200)) }
    : refuse({ type: "wrong_type", key: "validation.string" });

/** Grades as ranges of the score; an unknown grade is a range that no score is in. */
export const grades: Reader<{ from: number; to: number }[]> = (value) => {
  const given = textsOf(value);
  if (!Array.isArray(given)) return refuse(given);
  const wanted = given.flatMap((text) => text.split(",")).map((text) => text.trim().toUpperCase());
  return { value: GRADE_RANGES.filter(({ grade }) => wanted.includes(grade)).map(({ from, to }) => ({ from, to })) };
};

const numberFrom =
  (minimum: number, maximum: number, form: (value: number) => number): Reader<number> =>
  (value) => {
    if (typeof value !== "number") return refuse({ type: "wrong_type", key: "validation.number" });
    if (value < minimum) return refuse({ type: "out_of_range", key: "validation.minimum", params: { limit: minimum } });
    if (value > maximum) return refuse({ type: "out_of_range", key: "validation.maximum", params: { limit: maximum } });
    return { value: form(value) };
  };
export const percent = numberFrom(0, 100, (value) => value);
export const price = numberFrom(0, PRICE_MAX, centsOf);

const instant =
  (form: (us: number) => number): Reader<number> =>
  (value) => {
    const us = typeof value === "string" ? microsecondsOf(value) : undefined;
    return us === undefined ? refuse({ type: "invalid_format", key: "validation.date_time" }) : { value: form(us) };
  };
export const microseconds = instant((us) => us);
export const milliseconds = instant((us) => us / 1000);
