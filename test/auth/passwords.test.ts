import { describe, expect, test } from "bun:test";
import {
  hashPassword,
  isPassword,
  openPasswords,
  passwordProblem,
} from "../../src/identity/auth/accounts/passwords.ts";
import { refusal } from "../refusal.ts";

describe("hashPassword", () => {
  test("D0.6 makes a PHC string with its cost, another one each time", async () => {
    const [first, second] = await Promise.all([hashPassword("sesame opens 1"), hashPassword("sesame opens 1")]);

    expect(first).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(second).not.toBe(first);
  });

  test("is verified by the same password only, however its accents are written", async () => {
    const hash = await hashPassword("caf\u00e9 ouvert 24h");

    expect(await isPassword("caf\u00e9 ouvert 24h", hash)).toBe(true);
    expect(await isPassword("cafe\u0301 ouvert 24h", hash)).toBe(true);
    expect(await isPassword("cafe ouvert 24h", hash)).toBe(false);
    expect(await isPassword("", hash)).toBe(false);
  });

  test("agrees with the test vector of RFC 7914", async () => {
    // scrypt("pleaseletmein", "SodiumChloride", 16384, 8, 1), its first 32 bytes.
    const salt = Buffer.from("SodiumChloride").toString("base64").replaceAll("=", "");
    const key = Buffer.from("7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2", "hex");
    const hash = `$scrypt$ln=14,r=8,p=1$${salt}$${key.toString("base64").replaceAll("=", "")}`;

    expect(await isPassword("pleaseletmein", hash)).toBe(true);
  });

  test("is never matched where there is no hash, or none that is scrypt's", async () => {
    expect(await isPassword("anything 1", undefined)).toBe(false);
    expect(await isPassword("anything 1", "$scrypt$none")).toBe(false);
  });
});

const HERE = "192.0.2.1";

describe("openPasswords", () => {
  // Cheap ones, so that the queue is quickly empty.
  const cheap = `$scrypt$ln=1,r=8,p=1$AAAA$${"A".repeat(43)}`;

  test("refuses more than can be done soon, to hash as to check", async () => {
    const { isRight, hash } = openPasswords();
    const all = Array.from({ length: 30 }, () =>
      isRight("x", cheap, { network: HERE, isKnown: false }).catch((error: unknown) => error),
    );

    expect(await refusal(isRight("x", cheap, { network: HERE, isKnown: false }))).toMatchObject({
      code: "SYSTEM_SERVICE_UNAVAILABLE",
    });
    expect(await refusal(hash("sesame opens 1", HERE))).toMatchObject({ code: "SYSTEM_SERVICE_UNAVAILABLE" });
    const answers = await Promise.all(all);
    expect(answers.slice(0, 17)).toEqual(Array(17).fill(false));
    expect(answers.slice(18)).toEqual(Array(12).fill(expect.objectContaining({ name: "ApiError" })));
    expect(await isRight("sesame opens 1", await hash("sesame opens 1", HERE), { network: HERE, isKnown: false })).toBe(
      true,
    );
  });

  test("T4 leaves the thread free while it hashes", async () => {
    const { hash } = openPasswords();
    let turns = 0;
    const counting = setInterval(() => turns++, 1);

    await Promise.all([1, 2, 3].map((number) => hash(`sesame opens ${number}`, HERE)));
    clearInterval(counting);

    // Had one of them run here, no turn would have been taken meanwhile.
    expect(turns).toBeGreaterThan(5);
  });
});

describe("passwordProblem", () => {
  const email = "anna1@example.com";

  test.each([
    ["short 1", "too_short"],
    ["a1".repeat(65), "too_long"],
    ["only letters here", "invalid_value"],
    ["12345678901", "invalid_value"],
    ["Anna1@Example.com", "invalid_value"],
  ])("S3.12 refuses %p", (password, type) => {
    expect(passwordProblem(password, email)).toMatchObject({ field: "password", type });
  });

  test.each(["abcdefghi1", "a1".repeat(64), "пароль номер 9", `${"密".repeat(9)}1`])("S3.12 accepts %p", (password) => {
    expect(passwordProblem(password, email)).toBeUndefined();
  });
});
