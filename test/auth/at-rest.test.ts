import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { invite, signInvitation } from "../../src/identity/auth/accounts/invitations.ts";
import { instanceKey } from "../../src/identity/auth/callers/instance-key.ts";
import { rotateSecrets } from "../../src/secrets/rotate-secrets.ts";
import { openSecretBox } from "../../src/secrets/secret-box.ts";
import { temporaryFolder } from "../cleanup.ts";
import { openMailServer } from "../mail/mail-server.ts";
import { newInstance } from "./instance.ts";

const KEYS = ["access-token-key", "csrf-key", "device-key", "invitation-key"];
const RESET_TOKEN = /[0-9a-f-]{36}\.[\w-]{43}/;
const NEW = "another horse 2 battery";
const CONSOLE = { kind: "console" as const, id: null, requestId: null, address: null };

/** Every byte of a database: its file, and what waits beside it to be written there. */
const bytesOf = (path: string): Buffer =>
  Buffer.concat(
    readdirSync(dirname(path))
      .filter((name) => name.startsWith(basename(path)))
      .map((name) => readFileSync(join(dirname(path), name))),
  );

describe("a copied database", () => {
  test("S-17 holds no key that signs tokens: neither as bytes nor as text", async () => {
    const { services, path } = await newInstance();
    const keys = await Promise.all(KEYS.map((name) => instanceKey(services, name)));
    const bytes = bytesOf(path);

    for (const key of keys) {
      for (const form of [key, key.toString("base64url"), key.toString("base64"), key.toString("hex")]) {
        expect(bytes.includes(form)).toBe(false);
      }
    }
  });

  test("S-17 holds no token of a mail that waits, and the mail arrives as it was written", async () => {
    const { services, path, clock, newAccount, newBrowser, runJobs } = await newInstance();
    const { email, tenantId } = await newAccount();
    const invited = `invited-${email}`;
    const invitation = await signInvitation(services, { tenantId, email: invited, role: "viewer", language: "en" });
    await services.write(invite, tenantId, invitation);
    await newBrowser().post("/auth/forgot-password", { email });
    const server = await openMailServer();
    const run = (smtpUrl: string) => runJobs({ config: { ...services.config, smtpUrl } });
    // The mail server is away: both mails wait in the outbox.
    await run("smtp://127.0.0.1:1");
    const bytes = bytesOf(path);
    clock.nowMs += 10 * 60_000;

    await run(server.url);

    await server.close();
    const bodyTo = (address: string) => server.mails.find(({ to }) => to.includes(address))?.body ?? "";
    expect(bodyTo(invited)).toContain(invitation.token);
    const resetToken = RESET_TOKEN.exec(bodyTo(email))?.[0] ?? "none";
    expect((await newBrowser().post("/auth/reset-password", { token: resetToken, new_password: NEW })).status).toBe(
      200,
    );
    expect(bytes.includes(invited)).toBe(true);
    for (const token of [invitation.token, resetToken]) expect(bytes.includes(token)).toBe(false);
  });
});

describe("the keys that sign tokens", () => {
  test("S-17 are the same for each process that opens the database with the same secret key, also after that was changed", async () => {
    const { services } = await newInstance({});
    const secrets = openSecretBox({ secretKey: undefined, dataDir: temporaryFolder() });
    const first = await instanceKey({ ...services, secrets }, "first");

    await rotateSecrets({ ...services, secrets }, CONSOLE);

    expect(await instanceKey({ ...services, secrets }, "first")).toEqual(first);
    expect(await instanceKey({ ...services, secrets }, "second")).not.toEqual(first);
  });

  test("S-17 are rebuilt where the secret key is another, once for all who start then", async () => {
    const { services } = await newInstance();
    const boxes = [1, 2].map(() => openSecretBox({ secretKey: undefined, dataDir: temporaryFolder() }));
    const [before, after] = boxes.map((secrets) => ({ ...services, ...(secrets && { secrets }) }));
    if (!before || !after) throw new TypeError("two boxes were made");
    const old = await instanceKey(before, "key");

    const made = await Promise.all([instanceKey(after, "key"), instanceKey(after, "key")]);

    expect(made[0]).not.toEqual(old);
    expect(made[1]).toEqual(made[0]);
    expect(await instanceKey(after, "key")).toEqual(made[0]);
  });
});
