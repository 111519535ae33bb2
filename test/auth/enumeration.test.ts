import { expect, test } from "bun:test";
import { createApp } from "../../src/app.ts";
import { newInstance } from "./instance.ts";

const COUNT = 200;

test("T5 of 200 known and 200 unknown addresses none can be distinguished, by answer or by work", async () => {
  const { services, newAccount } = await newInstance();
  const { passwords } = services.authenticator;
  let hashes = 0;
  let reads = 0;
  // Real logins, but for the expensive part: it is counted instead. Both ways ask for one hash of the same cost.
  const isRight: typeof passwords.isRight = () => {
    hashes++;
    return Promise.resolve(false);
  };
  const reader: typeof services.reader = (tenantId) => {
    reads++;
    return services.reader(tenantId);
  };
  const authenticator = { ...services.authenticator, passwords: { ...passwords, isRight } };
  const app = createApp({ ...services, reader, authenticator });
  const known = await Promise.all(Array.from({ length: COUNT }, async () => (await newAccount()).email));
  const unknown = known.map((email) => `not-${email}`);

  /** What one caller sees of a failed login, and what it cost. */
  async function attempt(email: string) {
    [hashes, reads] = [0, 0];
    const body = JSON.stringify({ email, password: "a wrong password 1" });
    const headers = { "content-type": "application/json", "x-request-id": "same" };
    const response = await app.handle(
      new Request("http://localhost/api/v1/auth/login/json", { method: "POST", headers, body }),
    );
    const { timestamp: _, ...error } = JSON.parse(await response.text()).error;
    return JSON.stringify([response.status, [...response.headers], error, { hashes, reads }]);
  }
  const seen = async (emails: string[]) => {
    const answers = new Set<string>();
    for (const email of emails) answers.add(await attempt(email));
    return [...answers];
  };

  const ofKnown = await seen(known);

  expect(ofKnown).toHaveLength(1);
  expect(ofKnown[0]).toContain('"hashes":1');
  expect(await seen(unknown)).toEqual(ofKnown);
}, 60_000);
