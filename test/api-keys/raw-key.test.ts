import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { hashKey, isRawKey, newRawKey } from "../../src/identity/api-keys/raw-key.ts";

describe("newRawKey", () => {
  test.each([
    [false, "pm_live_"],
    [true, "pm_test_"],
  ])("S5.7 D1-066 with is_test %p makes %s and 40 letters and digits", (isTest, prefix) => {
    const { key, stored } = newRawKey(isTest);

    expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{40}$`));
    expect(stored.key_hash).toBe(createHash("sha256").update(key).digest("hex"));
    expect(stored.key_hint).toBe(key.slice(-4));
    expect(hashKey(key)).toBe(stored.key_hash);
  });

  test("never makes the same key twice", () => {
    expect(new Set(Array.from({ length: 1000 }, () => newRawKey(false).key)).size).toBe(1000);
  });
});

describe("isRawKey", () => {
  test("accepts every key that is made", () => {
    for (let count = 0; count < 1000; count++) expect(isRawKey(newRawKey(count % 2 === 0).key)).toBe(true);
  });

  test("refuses a key with one character changed", () => {
    const { key } = newRawKey(false);
    const character = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    fc.assert(
      fc.property(fc.nat(key.length - 1), character, (index, other) => {
        fc.pre(key[index] !== other);
        expect(isRawKey(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
      }),
    );
  });

  test.each(["", "pm_live_", "pm_live_é", `pm_prod_${"0".repeat(40)}`, `pm_live_${"0".repeat(41)}`])(
    "refuses %p",
    (key) => {
      expect(isRawKey(key)).toBe(false);
    },
  );
});
