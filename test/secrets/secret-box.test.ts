import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../src/config/config.ts";
import { openSecretBox, SecretUnreadable } from "../../src/secrets/secret-box.ts";
import { temporaryFolder } from "../cleanup.ts";

const PLACE = { tenantId: "t1", place: "settings/smtp", field: "password" };
const key = () => randomBytes(32).toString("base64");
const withFile = (dataDir = temporaryFolder()) => ({ dataDir, box: openSecretBox({ secretKey: undefined, dataDir }) });
const withKeys = (...secretKey: string[]) => openSecretBox({ secretKey, dataDir: "/nowhere" });

describe("a secret", () => {
  test.each(["x", "pässwörd ✓", "a".repeat(4000), ""])("T30 is read again as it was: %#", (secret) => {
    const { box } = withFile();

    expect(box.open(PLACE, box.seal(PLACE, secret))).toBe(secret);
  });

  test("T30 is never encrypted twice to the same text", () => {
    const { box } = withFile();

    expect(new Set([1, 2, 3].map(() => box.seal(PLACE, "same").sealed)).size).toBe(3);
  });

  test.each([
    { ...PLACE, tenantId: "t2" },
    { ...PLACE, place: "settings/erp" },
    { ...PLACE, field: "api_key" },
  ])("T30 opens at its own place only, not at %o", (other) => {
    const { box } = withFile();

    expect(() => box.open(other, box.seal(PLACE, "secret"))).toThrow(SecretUnreadable);
  });

  test("T30 is refused when a single bit of it was changed", () => {
    const { box } = withFile();
    const { keyId, sealed } = box.seal(PLACE, "secret");
    const bytes = Buffer.from(sealed, "base64url");

    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => box.open(PLACE, { keyId, sealed: changed.toString("base64url") })).toThrow(SecretUnreadable);
    }
    expect(() => box.open(PLACE, { keyId, sealed: "" })).toThrow(SecretUnreadable);
    expect(() => box.open(PLACE, { keyId: "00000000", sealed })).toThrow(SecretUnreadable);
  });
});

describe("secret.key", () => {
  test("T30 is made at the first start, for its owner only, and stored", () => {
    const { dataDir, box } = withFile();
    const path = join(dataDir, "secret.key");

    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(path, "utf8"), "base64")).toHaveLength(32);
    const sealed = box.seal(PLACE, "secret");
    expect(withFile(dataDir).box.open(PLACE, sealed)).toBe("secret");
  });

  test("gets a new first key, for the threads that are running too, and keeps the old ones", () => {
    const { dataDir, box } = withFile();
    const { box: other } = withFile(dataDir);
    const before = box.seal(PLACE, "before");

    expect(box.addKey()).toBe(true);
    const after = box.seal(PLACE, "after");

    expect(after.keyId).not.toBe(before.keyId);
    expect([other.open(PLACE, before), other.open(PLACE, after)]).toEqual(["before", "after"]);
    expect(other.seal(PLACE, "x").keyId).toBe(after.keyId);
    expect(statSync(join(dataDir, "secret.key")).mode & 0o777).toBe(0o600);
  });

  test("is refused when it holds no key", async () => {
    const dataDir = temporaryFolder();
    for (const text of ["", "short\n"]) {
      await Bun.write(join(dataDir, "secret.key"), text);
      expect(() => withFile(dataDir)).toThrow("secret.key");
    }
  });
});

describe("CATALOGD_SECRET_KEY", () => {
  test("encrypts with its first key and decrypts with all of them; no file is made", () => {
    const [old, fresh] = [key(), key()];
    const sealed = withKeys(old).seal(PLACE, "secret");
    const both = withKeys(fresh, old);

    expect(both.open(PLACE, sealed)).toBe("secret");
    expect(both.seal(PLACE, "x").keyId).not.toBe(sealed.keyId);
    expect(both.addKey()).toBe(false);
    expect(() => withKeys(fresh).open(PLACE, sealed)).toThrow(SecretUnreadable);
  });

  test("is refused when it is no key, without being shown", () => {
    const read = (value: string) => readConfig({ env: { CATALOGD_SECRET_KEY: value } }).secretKey;
    const [one, two] = [key(), key()];

    expect(read(`${one}, ${two}`)).toEqual([one, two]);
    for (const wrong of ["hunter2hunter2", `${one},`, one.slice(1)]) {
      expect(() => read(wrong)).toThrow(/^CATALOGD_SECRET_KEY expects 32 bytes in base64[^:]*$/);
    }
  });
});
