import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newTenant, runJobs } from "../harness.ts";
import { startSources } from "../imports/sources/given-sources.ts";

const { ftp, sftp, mails, url, ftpBody, sftpBody, mailBody, stop } = await startSources();
afterAll(async () => void (await stop()));

test.each([
  ["ftp", ftpBody()],
  ["sftp", sftpBody()],
])("a source over %s is tested and listed before it is stored", async (source_type, source) => {
  const tenant = await newTenant();
  const { status, body } = await tenant.post("/import-configs/test", { source_type, source });
  expect([status, body.success, body.error_message, body.total]).toEqual([200, true, null, 2]);
  expect(body.files).toMatchObject([
    { name: "new.csv", is_new: true, is_next: true },
    { name: "old.csv", is_new: true, is_next: false, modified_at: expect.stringContaining("2026-01-01") },
  ]);
  expect((await tenant.get("/import-configs")).body.total).toBe(0);
  expect((await tenant.get("/imports")).body.items).toEqual([]);
  const wrong = await tenant.post("/import-configs/test", { source_type, source: { ...source, password: "wrong" } });
  expect(wrong.body).toMatchObject({
    success: false,
    files: [],
    error_message: expect.stringMatching(/login was refused/),
  });
  const french = { "accept-language": "fr" };
  const away = { source_type, source: { ...source, directory_path: "nowhere" } };
  expect((await tenant.post("/import-configs/test", away, french)).body.error_message).toMatch(/n'existe pas/);
});

test("a mailbox and an address are tested too; no mail is marked", async () => {
  const tenant = await newTenant();
  const mailbox = await tenant.post("/import-configs/test", { source_type: "email", source: mailBody() });
  expect(mailbox.body).toMatchObject({ success: true, total: 2 });
  expect(mailbox.body.files.map(({ name }: { name: string }) => name)).toEqual(["week-2.csv", "week-1.csv"]);
  expect(mails.filter(({ isSeen }) => isSeen)).toHaveLength(1);
  const web = await tenant.post("/import-configs/test", { source_type: "url", source: { url: url("/named") } });
  expect(web.body).toMatchObject({ success: true, total: 1, files: [{ name: "weekly list.csv", is_next: true }] });
  const missing = await tenant.post("/import-configs/test", { source_type: "url", source: { url: url("/missing") } });
  expect(missing.body).toMatchObject({ success: false, error_message: "The server answered with status 404" });
});

test("a configuration is tested with what lets it in, and says what is new to it", async () => {
  const tenant = await newTenant();
  const made = await tenant.post("/import-configs", {
    name: "N",
    source_type: "sftp",
    source: sftpBody(),
    take_files: "all_new",
  });
  const at = `/import-configs/${made.body.id}`;
  const next = async () => {
    const { body } = await tenant.post(`${at}/test`);
    return body.files.map((file: { name: string; is_new: boolean; is_next: boolean }) => [
      file.name,
      file.is_new,
      file.is_next,
    ]);
  };
  expect(await next()).toEqual([
    ["new.csv", true, false],
    ["old.csv", true, true],
  ]);
  await tenant.post(`${at}/run`);
  await runJobs();
  expect(await next()).toEqual([
    ["new.csv", false, false],
    ["old.csv", false, false],
  ]);
  writeFileSync(join(sftp.folder, "outbox", "new.csv"), "changed");
  expect((await next())[0]).toEqual(["new.csv", true, true]);
  const other = await newTenant();
  expect((await other.post(`${at}/test`)).status).toBe(404);
  expect(ftp.folder).not.toBe(sftp.folder);
});

test("a source that cannot be is refused by field", async () => {
  const tenant = await newTenant();
  const { status, body } = await tenant.post("/import-configs/test", { source_type: "ftp", source: { host: "x" } });
  expect([status, body.error.details[0].field]).toEqual([422, "source.username"]);
});
