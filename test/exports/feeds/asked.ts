import { expect } from "bun:test";

export type Item = Record<string, string | string[]>;

/** What is asked of fields, written down from a specification and not from our own rules. */
export interface Received {
  required: readonly string[];
  forms?: Record<string, RegExp>;
  longest?: Record<string, number>;
}

export const URL_FORM = /^https?:\/\/[^\s]+$/;
export const AMOUNT = /^\d+\.\d{2}$/;

const textsIn = (item: Item, name: string) => [item[name] ?? []].flat().filter((text) => text !== "");

/** Says what of an item is not as it is asked. */
function faultsOf(item: Item, { required, forms = {}, longest = {} }: Received): string[] {
  const missing = required.filter((name) => textsIn(item, name).length === 0);
  const formless = Object.entries(forms).filter(([name, form]) => textsIn(item, name).some((text) => !form.test(text)));
  const long = Object.entries(longest).filter(([name, most]) =>
    textsIn(item, name).some(({ length }) => length > most),
  );
  return [...missing, ...formless.map(([name]) => `form of ${name}`), ...long.map(([name]) => `length of ${name}`)];
}

/** Expects items, each as it is asked. */
export function expectToMeet(items: Item[], requests: Received): void {
  expect(items.length).toBeGreaterThan(0);
  expect(items.flatMap((item) => faultsOf(item, requests))).toEqual([]);
}
