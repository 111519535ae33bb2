import { afterAll, describe, expect, test } from "bun:test";
import { pino } from "pino";
import { mutation } from "../../db/ports.ts";
import { text, textOrNull } from "../../db/rows.ts";
import { openMetrics } from "../../src/http/observe/metrics.ts";
import { type MailToSend, queueMail } from "../../src/mail/queue-mail.ts";
import type { Services } from "../../src/runtime/services.ts";
import { WorkCounts } from "../../src/runtime/work-counts.ts";
import { newInstance } from "../auth/instance.ts";
import { openMailServer } from "./mail-server.ts";

const queue = mutation("test.queue-mail", (tx, mail: MailToSend, context) => queueMail(tx, mail, context));
const instance = await newInstance({}, { mutations: [queue] });
const { services, clock } = instance;
const server = await openMailServer();
afterAll(() => server.close());

const HOUR_MS = 3_600_000;

/** Puts a mail into the outbox of a tenant of its own. */
async function given(mail: Partial<MailToSend> = {}) {
  const tenantId = services.newId();
  await services.write(queue, tenantId, {
    recipient: "anna@example.com",
    subject: "Étiquette n° 1",
    body: "Voilà :\n\nune ligne\n",
    expiresAtMs: clock.nowMs + HOUR_MS,
    ...mail,
  });
  const db = services.reader(tenantId);
  const outbox = () =>
    db.all("select id, error from mail where tenant_id = :tenant", {}, (row) => ({
      id: text(row, "id"),
      error: textOrNull(row, "error"),
    }));
  const jobStates = () => db.all("select state from job where tenant_id = :tenant", {}, (row) => text(row, "state"));
  const sent = () => server.mails.filter(({ raw }) => raw.includes(mail.subject ?? "tiquette"));
  const run = (config = {}, more: Partial<Services> = {}) =>
    instance.runJobs({
      config: { ...services.config, smtpUrl: server.url, mailFrom: "shop@example.com", ...config },
      ...more,
    });
  return { db, outbox, jobStates, sent, run };
}

describe("mail.send", () => {
  test("S3.10 hands a mail to the SMTP server and takes it out of the outbox", async () => {
    const { outbox, jobStates, run, sent } = await given({ subject: "Hello 1" });
    const [mail] = await outbox();

    await run();

    const [received] = sent();
    expect(received).toMatchObject({
      from: "shop@example.com",
      to: ["anna@example.com"],
      body: "Voilà :\r\n\r\nune ligne\r\n",
    });
    expect(received?.raw).toContain(`Message-ID: <${mail?.id}@example.com>`);
    expect(received?.raw).toContain("Auto-Submitted: auto-generated");
    expect([await outbox(), await jobStates()]).toEqual([[], ["done"]]);
  });

  test("S3.10 without a mail server it stays in the outbox, and the log says so", async () => {
    const { outbox, jobStates } = await given({ subject: "Hello 2" });
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });

    await instance.runJobs({ log });

    const [mail] = await outbox();
    expect(mail?.error).toBe("No mail server is configured");
    expect(await jobStates()).toEqual(["done"]);
    expect(lines.join()).toContain(String(mail?.id));
    expect(lines.join()).toContain("no mail server is configured");
    expect(lines.join()).not.toContain("anna@example.com");
  });

  test("tries again while the server is away, and keeps one that it refuses for good", async () => {
    const away = await given({ subject: "Hello 3" });
    await away.run({ smtpUrl: "smtp://127.0.0.1:1" });
    expect([await away.jobStates(), (await away.outbox()).length]).toEqual([["scheduled"], 1]);
    clock.nowMs += 10 * 60_000;
    await away.run();
    expect([await away.jobStates(), away.sent().length]).toEqual([["done"], 1]);

    const refusing = await openMailServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error("No such user"), { responseCode: 550 })),
    });
    const refused = await given({ subject: "Hello 4" });
    await refused.run({ smtpUrl: refusing.url });
    await refusing.close();

    expect(await refused.jobStates()).toEqual(["failed"]);
    expect((await refused.outbox())[0]?.error).toContain("No such user");
  });

  test("logs in where the settings say so", async () => {
    const logins: unknown[][] = [];
    const guarded = await openMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        logins.push([username, password]);
        done(null, { user: username ?? "" });
      },
    });
    const { run, outbox } = await given({ subject: "Hello 5" });

    await run({ smtpUrl: `smtp://anna:s%40cret@127.0.0.1:${guarded.port}` });
    await guarded.close();

    expect(logins).toEqual([["anna", "s@cret"]]);
    expect([guarded.mails.length, await outbox()]).toEqual([1, []]);
  });

  test("does not send what is not true any more", async () => {
    const { run, outbox, sent } = await given({ subject: "Hello 6", expiresAtMs: clock.nowMs + 1 });
    clock.nowMs += 1;

    await run();

    expect([sent(), await outbox()]).toEqual([[], []]);
  });

  test("each try is counted by what became of it, and the metrics page shows the counts", async () => {
    const counts = new WorkCounts();
    const count = counts.add;
    const shown = async () => {
      const page = await openMetrics().text(counts.figures());
      const lines = page.matchAll(/^catalogd_mails_total\{outcome="(\w+)"\} (\d+)$/gm);
      return Object.fromEntries([...lines].map(([, outcome = "", value]) => [outcome, Number(value)]));
    };
    expect(await shown()).toEqual({ sent: 0, expired: 0, no_server: 0, failed: 0 });

    for (const subject of ["Count 1", "Count 2"]) await (await given({ subject })).run({}, { count });
    expect(await shown()).toEqual({ sent: 2, expired: 0, no_server: 0, failed: 0 });

    const late = await given({ subject: "Count 3" });
    await late.run({ smtpUrl: "smtp://127.0.0.1:1" }, { count });
    expect(await shown()).toEqual({ sent: 2, expired: 0, no_server: 0, failed: 1 });
    clock.nowMs += 10 * 60_000;
    await late.run({}, { count });
    expect(await shown()).toEqual({ sent: 3, expired: 0, no_server: 0, failed: 1 });

    const refusing = await openMailServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error("No such user"), { responseCode: 550 })),
    });
    await (await given({ subject: "Count 4" })).run({ smtpUrl: refusing.url }, { count });
    await refusing.close();
    await (await given({ subject: "Count 5" })).run({ smtpUrl: undefined }, { count });
    const old = await given({ subject: "Count 6", expiresAtMs: clock.nowMs + 1 });
    clock.nowMs += 1;
    await old.run({}, { count });

    expect(await shown()).toEqual({ sent: 3, expired: 1, no_server: 1, failed: 2 });
    expect(server.mails.filter(({ raw }) => /^Subject: Count /m.test(raw)).length).toBe(3);
  });

  test.each(["anna@example.com,eve@evil.example", "a@b.c\r\nBcc: eve@evil.example", "<a@b.c>,eve@evil.example"])(
    "writes to no one else for the recipient %p",
    async (recipient) => {
      const { run } = await given({ subject: `Hello ${recipient.length}`, recipient });
      const before = server.mails.length;

      await run();

      const recipients = server.mails.slice(before).flatMap(({ to }) => to);
      expect(recipients.filter((address) => address === "eve@evil.example")).toEqual([]);
      expect(server.mails.slice(before).filter(({ raw }) => /^(?:bcc|cc):/im.test(raw))).toEqual([]);
    },
  );
});
