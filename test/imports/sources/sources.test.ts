import { afterAll, beforeAll, expect, test } from "bun:test";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EVERY_TENANT } from "../../../db/ports.ts";
import { sweepOldRows } from "../../../src/maintenance/sweep-old-rows.ts";
import { clock, newTenant, runJobs, services } from "../../harness.ts";
import { PASSWORD, USER } from "../../remote-files/file-servers.ts";
import type { Tenant } from "../import-client.ts";
import { FILE, OLDER, startSources } from "./given-sources.ts";
import { MAIL_USER, type Mail, startMailbox } from "./mail-server.ts";

let tenant: Tenant;
beforeAll(async () => {
  tenant = await newTenant();
});
const { ftp, sftp, mails, url, ftpBody, sftpBody, mailBody, stop } = await startSources();
afterAll(async () => void (await stop()));

/** Asks for an import, has it fetched, and answers its record. */
async function fetched(path: string, body: unknown, client: Tenant = tenant) {
  const requests = await client.post(`/imports/${path}`, body);
  expect([requests.status, requests.body.error]).toEqual([202, undefined]);
  await runJobs();
  return { asked: requests.body, record: (await client.get(`/imports/${requests.body.id}`)).body };
}
const secretsOf = ({ db }: Tenant, id: string) =>
  db.all("select sealed from secret where tenant_id = :tenant and place = :place", { place: `imports/${id}` }, (row) =>
    String(row["sealed"]),
  );

test("D3-148 a file is taken from an address", async () => {
  const { asked, record } = await fetched("upload-from-url", { url: url("/list.csv") });
  expect(Object.keys(asked)).toEqual(["id", "status", "created_at"]);
  expect(asked.status).toBe("analyzing");
  expect(record).toMatchObject({
    status: "awaiting_mapping",
    import_type: "url",
    file_name: "list.csv",
    total_rows: 2,
  });
  const file = await tenant.get(`/imports/${asked.id}/file`);
  expect([file.status, file.body]).toEqual([200, FILE]);
  expect(file.headers.get("content-disposition")).toContain("list.csv");
});

test("D3-148 redirects, names that the server gives and packed answers are followed", async () => {
  expect((await fetched("upload-from-url", { url: url("/away") })).record).toMatchObject({ total_rows: 2 });
  const named = await fetched("upload-from-url", { url: url("/named") });
  expect(named.record).toMatchObject({ file_name: "weekly list.csv", total_rows: 2 });
  expect((await fetched("upload-from-url", { url: url("/packed.csv") })).record).toMatchObject({ total_rows: 2 });
});

test("D3-148 an address that brings no file fails the import; one that cannot be an address is refused", async () => {
  for (const path of ["/missing", "/inside"]) {
    const { record } = await fetched("upload-from-url", { url: url(path) });
    expect([path, record.status, record.error_code]).toEqual([path, "failed", "SOURCE_UNREACHABLE"]);
  }
  const { record } = await fetched("upload-from-url", { url: url("/large.csv") });
  expect([record.status, record.error_code]).toEqual(["failed", "PAYLOAD_TOO_LARGE"]);
  for (const bad of ["ftp://receiver.test/a.csv", "nothing", "http://127.0.0.1/a.csv", "http://u:p@receiver.test/"]) {
    expect([bad, (await tenant.post("/imports/upload-from-url", { url: bad })).status]).toEqual([bad, 422]);
  }
});

test("D3-150, D3-152, D3-153 the newest whole file that fits is taken over FTP", async () => {
  const { asked, record } = await fetched("import/ftp", ftpBody({ supplier_code: "ACME" }));
  expect(asked).toMatchObject({ supplier_code: "ACME", import_type: "ftp", status: "pending" });
  expect(record).toMatchObject({
    status: "awaiting_mapping",
    file_name: "new.csv",
    total_rows: 2,
    supplier_code: "ACME",
  });
});

test("D3-150, D3-153 the newest whole file that fits is taken over SFTP", async () => {
  const { asked, record } = await fetched("import/sftp", sftpBody());
  expect(asked).toMatchObject({ supplier_code: null, import_type: "sftp", status: "pending" });
  expect(record).toMatchObject({ status: "awaiting_mapping", file_name: "new.csv", total_rows: 2 });
  const older = await fetched("import/sftp", sftpBody({ file_pattern: "O?d*.csv" }));
  expect(older.record).toMatchObject({ file_name: "old.csv", total_rows: 1 });
});

test("D3-150, D3-153 the newest mail with a file is taken, and marked as read once the import has it", async () => {
  const { asked, record } = await fetched("import/email", mailBody());
  expect(asked).toMatchObject({ import_type: "email", status: "pending" });
  expect(record).toMatchObject({ status: "awaiting_mapping", file_name: "week-2.csv", total_rows: 2 });
  expect(mails.map(({ isSeen }) => isSeen)).toEqual([false, true, false, false, true]);
  const stored = await fetched("import/email", mailBody({ mark_as_read: false, subject_filter: "Weekly" }));
  expect(stored.record).toMatchObject({ file_name: "week-1.csv", total_rows: 1 });
  expect(mails[0]?.isSeen).toBe(false);
  const seen = await fetched("import/email", mailBody({ unseen_only: false, sender_filter: "else" }));
  expect(seen.record).toMatchObject({ file_name: "stock.csv" });
});

test("S37.30 a refused login, a missing folder and nothing that fits fail the import and say so", async () => {
  const asks: [string, unknown, RegExp][] = [
    ["import/ftp", ftpBody({ password: "wrong" }), /login was refused/],
    ["import/ftp", ftpBody({ directory_path: "nowhere" }), /no such folder/],
    ["import/ftp", ftpBody({ file_pattern: "*.zip" }), /No file fits \*\.zip/],
    ["import/ftp", ftpBody({ port: 1 }), /cannot be reached/],
    ["import/sftp", sftpBody({ password: "wrong" }), /login was refused/],
    ["import/sftp", sftpBody({ host_fingerprint: "SHA256:AAAA" }), /not the one that is expected/],
    ["import/sftp", sftpBody({ directory_path: "nowhere" }), /no such folder/],
    ["import/email", mailBody({ password: "wrong" }), /login was refused/],
    ["import/email", mailBody({ folder: "Nope" }), /no such folder/],
    ["import/email", mailBody({ subject_filter: "Nothing" }), /No mail fits/],
    ["import/sftp", sftpBody({ host: "10.0.0.1" }), /not allowed/],
  ];
  for (const [path, body, said] of asks) {
    const { record } = await fetched(path, body);
    expect([path, record.status, record.error_code]).toEqual([path, "failed", "SOURCE_UNREACHABLE"]);
    expect(record.error_message).toMatch(said);
    expect(JSON.stringify(record)).not.toContain("wrong");
  }
});

test("a connection that is cut leaves no file and no import with half of one", async () => {
  sftp.faults.cutAtByte = 10;
  const { record } = await fetched("import/sftp", sftpBody());
  delete sftp.faults.cutAtByte;
  expect([record.status, record.error_code]).toEqual(["failed", "SOURCE_UNREACHABLE"]);
  expect((await tenant.get(`/imports/${record.id}/file`)).status).toBe(409);
  expect(await services.files.sizeBytes(`${tenant.id}/imports/${record.id}`)).toBeUndefined();
  const cut = await startMailbox([{ ...(mails[1] as Mail), isSeen: false }], { cut: true });
  const mail = await fetched("import/email", mailBody({ imap_port: cut.port }));
  await cut.stop();
  expect(mail.record.status).toBe("failed");
});

test("a file that is replaced while it is read is read again", async () => {
  const path = join(sftp.folder, "outbox", "growing.csv");
  writeFileSync(path, OLDER);
  sftp.faults.read = () => {
    sftp.faults.read = () => undefined;
    writeFileSync(path, FILE);
    utimesSync(path, new Date("2027-01-01"), new Date("2027-01-01"));
  };
  const { record } = await fetched("import/sftp", sftpBody({ file_pattern: "growing.csv" }));
  expect(record).toMatchObject({ status: "awaiting_mapping", total_rows: 2 });
});

test("S37.30 what lets in is encrypted, shown nowhere, and erased when the file has come", async () => {
  const requests = await tenant.post("/imports/import/sftp", sftpBody());
  const sealed = await secretsOf(tenant, requests.body.id);
  expect([sealed.length, sealed.join().includes(PASSWORD)]).toEqual([1, false]);
  await runJobs();
  expect(await secretsOf(tenant, requests.body.id)).toEqual([]);
});

test("S37.11, S37.30 access data is stored a day for a retry, which fetches again", async () => {
  const path = join(ftp.folder, "outbox", "late.csv");
  const { record } = await fetched("import/ftp", ftpBody({ file_pattern: "late.csv" }));
  expect(record.status).toBe("failed");
  writeFileSync(path, FILE);
  expect((await tenant.post(`/imports/${record.id}/retry`)).body).toEqual({ id: record.id, status: "pending" });
  await runJobs();
  expect((await tenant.get(`/imports/${record.id}`)).body).toMatchObject({ status: "awaiting_mapping", total_rows: 2 });
  const other = await fetched("import/ftp", ftpBody({ file_pattern: "never.csv" }));
  clock.nowMs += 25 * 3_600_000;
  while ((await services.write(sweepOldRows, EVERY_TENANT, undefined)).more);
  expect(await secretsOf(tenant, other.record.id)).toEqual([]);
});

test("S37.5 a fetched file takes the supplier's default template and stops at ready", async () => {
  const own = await newTenant();
  const { body: supplier } = await own.post("/suppliers", { name: "Acme", code: "ACME" });
  const { body: template } = await own.post(`/mapping-templates/supplier/${supplier.id}`, {
    name: "List",
    column_mapping: { EAN: "ean", SKU: "sku", Name: "name" },
  });
  await own.put(`/mapping-templates/${template.id}/set-default`);
  const { record } = await fetched("import/ftp", ftpBody({ supplier_code: "acme" }), own);
  expect(record).toMatchObject({ status: "ready", total_rows: 2 });
});

test("a file that cannot be read stays to be downloaded", async () => {
  writeFileSync(join(ftp.folder, "outbox", "empty.csv"), "ean,sku,name\n");
  const { record } = await fetched("import/ftp", ftpBody({ file_pattern: "empty.csv" }));
  expect(record).toMatchObject({ status: "failed", error_code: "VALIDATION_FAILED" });
  expect((await tenant.get(`/imports/${record.id}/file`)).body).toBe("ean,sku,name\n");
});

test("D3-151 bodies that cannot be are refused by field", async () => {
  const fields = async (path: string, body: Record<string, unknown>) =>
    ((await tenant.post(`/imports/${path}`, body)).body.error?.details ?? []).map(
      ({ field }: { field: string }) => field,
    );
  const { password: _, ...without } = sftpBody();
  expect(await fields("import/sftp", without)).toEqual(["password"]);
  expect(await fields("import/sftp", { ...without, key_file_path: "../id_rsa" })).toEqual(["key_file_path"]);
  expect(await fields("import/ftp", { username: USER })).toContain("host");
  expect(await fields("import/ftp", ftpBody({ directory_path: "a/../../b" }))).toEqual(["directory_path"]);
  expect(await fields("import/email", { email: MAIL_USER, password: "x" })).toContain("imap_host");
  expect(await fields("import/ftp", ftpBody({ host: "169.254.169.254" }))).toEqual(["host"]);
});
