import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";
import { type FileServer, startFtp } from "../remote-files/file-servers.ts";
import { ftpConfig, givenPlatform } from "./given.ts";

const AT = "/exports/platforms";
const MASK = "********";
let server: FileServer;
beforeAll(async () => {
  server = await startFtp();
});
afterAll(() => server.stop());
const fieldsOf = ({ body }: { body: { error: { details: { field: string }[] } } }) =>
  body.error.details.map(({ field }) => field);

describe("/exports/platforms", () => {
  test("D3-107 D3-109 a new one has the documented defaults and a summary", async () => {
    const tenant = await newTenant();
    const { status, body } = await tenant.post(AT, {
      name: "Partner",
      platform_type: "sftp",
      config: { host: "sftp.example.com" },
      total_exports: 7,
      success_rate: 3,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: "Partner",
      platform_type: "sftp",
      field_mappings: {},
      profile_id: null,
      is_active: false,
      rate_limit_per_second: 2,
      retry_on_error: true,
      max_retries: 3,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      total_exports: 0,
      success_rate: null,
    });
  });

  test.each([
    ["webdav", "cloud_drive"],
    ["nextcloud", "cloud_drive"],
    ["s3", "object_store_a"],
    ["minio", "object_store_a"],
    ["gcs", "object_store_b"],
    ["ftp", "ftp"],
  ])("D3-108 S36.1 %s is %s", async (name, type) => {
    const tenant = await newTenant();
    const { body } = await tenant.post(AT, { name: "P", platform_type: name });
    expect(body.platform_type).toBe(type);
    expect((await tenant.post(AT, { name: "P", platform_type: "shopify" })).status).toBe(422);
  });

  test("D3-111 S36.2 secrets are sealed, masked, and stay when the mask is sent back", async () => {
    const tenant = await newTenant();
    const config = {
      host: "sftp.example.com",
      username: "u",
      password: "hush-hush",
      my_token: "hush-too",
      region: "eu",
    };
    const { body } = await tenant.post(AT, { name: "P", platform_type: "sftp", config });
    const read = async () => (await tenant.get(`${AT}/${body.id}`)).body.config;
    expect(await read()).toEqual({ ...config, password: MASK, my_token: MASK });
    await tenant.put(`${AT}/${body.id}`, { config: { ...(await read()), folder: "in" } });
    expect(await read()).toEqual({ ...config, password: MASK, my_token: MASK, folder: "in" });
    const rows = await services
      .reader(tenant.id)
      .all(
        "select sealed from secret where tenant_id = :tenant and place = :place",
        { place: `export-platforms/${body.id}` },
        (row) => String(row["sealed"]),
      );
    expect(rows.length).toBe(1);
    expect(rows.join("")).not.toContain("hush");
  });

  test("an unchanged secret is not sent to another server", async () => {
    const tenant = await newTenant();
    const { body } = await tenant.post(AT, { name: "P", platform_type: "ftp", config: ftpConfig(21) });
    const moved = await tenant.put(`${AT}/${body.id}`, {
      config: { ...ftpConfig(21), password: MASK, host: "other.example.com" },
    });
    expect([moved.status, fieldsOf(moved)]).toEqual([422, ["config.password"]]);
  });

  test("S36.2 an inactive draft may be incomplete; an active one may not", async () => {
    const tenant = await newTenant();
    const { body } = await tenant.post(AT, { name: "P", platform_type: "s3", config: { bucket: "b" } });
    const toggled = await tenant.post(`${AT}/${body.id}/toggle`, { is_active: true });
    expect([toggled.status, fieldsOf(toggled)]).toEqual([422, ["config.access_key", "config.secret_key"]]);
    const put = await tenant.put(`${AT}/${body.id}`, {
      is_active: true,
      config: { bucket: "b", access_key: "a", secret_key: "s" },
    });
    expect([put.status, put.body.is_active]).toEqual([200, true]);
    const test = await tenant.post(`${AT}/test`, { platform_type: "s3", config: { bucket: "b" } });
    expect(test.body).toEqual({ success: false, error_message: expect.stringContaining("access_key, secret_key") });
  });

  test.each([
    [{ port: 0 }, "config.port"],
    [{ port: "21" }, "config.port"],
    [{ secure: "yes" }, "config.secure"],
    [{ folder: "../etc" }, "config.folder"],
    [{ folder: "a\r\nDELE b" }, "config.folder"],
    [{ host: "169.254.169.254" }, "config.host"],
    [{ host: "127.0.0.1" }, "config.host"],
    [{ host: 7 }, "config.host"],
  ])("S36.2 S31.9 refuses the configuration %j", async (more, field) => {
    const tenant = await newTenant();
    const refused = await tenant.post(AT, { name: "P", platform_type: "ftp", config: ftpConfig(21, more) });
    expect([refused.status, fieldsOf(refused)]).toEqual([422, [field]]);
  });

  test("D3-110 lists filter by type, state and name, and page", async () => {
    const tenant = await newTenant();
    for (const [name, platform_type] of [
      ["Été", "ftp"],
      ["Winter", "sftp"],
      ["Spring", "ftp"],
    ]) {
      await tenant.post(AT, { name, platform_type });
    }
    const names = async (query: string) =>
      (await tenant.get(`${AT}?${query}`)).body.items.map(({ name }: { name: string }) => name);
    expect(await names("")).toEqual(["Spring", "Winter", "Été"]);
    expect(await names("platform_type=ftp")).toEqual(["Spring", "Été"]);
    expect(await names("search=ete")).toEqual(["Été"]);
    expect(await names("is_active=true")).toEqual([]);
    expect(await names("skip=1&limit=1")).toEqual(["Winter"]);
    const { body } = await tenant.get(`${AT}?limit=2`);
    expect(body).toMatchObject({ total: 3, page: 1, per_page: 2, pages: 2, total_pages: 2 });
    expect(body.items[0]).not.toHaveProperty("config");
  });

  test("D3-113 a test writes a file and deletes it; what fails is no error of the request", async () => {
    const tenant = await newTenant();
    const { body } = await tenant.post(AT, { name: "P", platform_type: "ftp", config: ftpConfig(server.port) });
    expect((await tenant.post(`${AT}/${body.id}/test`)).body).toEqual({ success: true, error_message: null });
    expect(readdirSync(server.folder)).toEqual([]);
    const unsaved = (config: object) => tenant.post(`${AT}/test`, { platform_type: "ftp", config });
    expect((await unsaved(ftpConfig(server.port))).body.success).toBe(true);
    const wrong = await unsaved(ftpConfig(server.port, { password: "wrong" }));
    expect(wrong).toMatchObject({
      status: 200,
      body: { success: false, error_message: expect.stringContaining("does not accept the user name") },
    });
    expect((await unsaved(ftpConfig(1))).body).toMatchObject({
      success: false,
      error_message: expect.stringContaining("cannot be reached"),
    });
    expect((await tenant.get(AT)).body.total).toBe(1);
  });

  test("D3-115 S36.4 S36.12 preview shows what is sent, with its fields renamed and changed", async () => {
    const field_mappings = {
      title: { target: "name", transform: "upper" },
      price: { target: "amount", transform: "round2" },
      is_active: { target: "on", transform: "boolean_int" },
      color: { target: "colour", default: "none" },
    };
    const { tenant, ids, at } = await givenPlatform(1, [{ title: "Desk", ean: "4006381333931", priceCents: 1999 }], {
      field_mappings,
      config: ftpConfig(1, { folder: "/in/" }),
      is_active: false,
    });
    expect((await tenant.post(`${at}/preview`, { product_id: ids[0] })).body).toEqual({
      platform_id: expect.any(String),
      product_id: ids[0],
      payload: { id: ids[0], ean: "4006381333931", name: "DESK", amount: 19.99, on: 1, colour: "none" },
      target: "/in/4006381333931.json",
    });
    const refused = await tenant.put(at, { field_mappings: { nothing: "x" } });
    expect([refused.status, fieldsOf(refused)]).toEqual([422, ["field_mappings.nothing"]]);
  });

  test("D3-111 a deleted one does not exist, its jobs stay with its name", async () => {
    const { tenant, at, bulk, jobOf } = await givenPlatform(1, [{}]);
    const job = await bulk();
    expect((await tenant.delete(at)).status).toBe(204);
    expect((await tenant.get(at)).status).toBe(404);
    expect(await jobOf(job.id)).toMatchObject({
      ...{ status: "cancelled", platform_name: "Partner", skipped_items: 1 },
    });
    const { body } = await tenant.get(`/exports/jobs/${job.id}/items`);
    expect(body.items[0].status).toBe("skipped");
  });

  test("D3-116 an inactive one takes nothing", async () => {
    const { tenant, ids, at } = await givenPlatform(1, [{}], { is_active: false });
    for (const [path, body] of [
      ["export", { product_id: ids[0] }],
      ["bulk-export", { product_ids: ids }],
    ] as const) {
      const { status, body: refused } = await tenant.post(`${at}/${path}`, body);
      expect([status, refused.error.error_code ?? refused.error_code]).toEqual([409, "PLATFORM_INACTIVE"]);
    }
  });

  test("D3-114 a single export waits for the file, and is a job of its own", async () => {
    const { tenant, ids, at, jobOf, platformId } = await givenPlatform(server.port, [
      { ean: "4006381333931", title: "É" },
    ]);
    const { status, body } = await tenant.post(`${at}/export`, { product_id: ids[0] });
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        job_id: expect.any(String),
        platform_id: platformId,
        product_id: ids[0],
        external_id: "4006381333931.json",
        error_message: null,
      },
    ]);
    const stored = await Bun.file(`${server.folder}/4006381333931.json`).json();
    expect(stored).toMatchObject({ id: ids[0], title: "É" });
    expect(await jobOf(body.job_id)).toMatchObject({ job_type: "single", status: "completed", success_items: 1 });
    expect((await tenant.get(at)).body).toMatchObject({ total_exports: 1, success_rate: 100 });
    const [other] = await services.write(addProducts, (await newTenant()).id, [{}]);
    expect((await tenant.post(`${at}/export`, { product_id: other })).status).toBe(404);
  });

  test("D3-114 S36.5 a server that is away is no error of the request", async () => {
    const { tenant, ids, at } = await givenPlatform(1, [{}]);
    const { status, body } = await tenant.post(`${at}/export`, { product_id: ids[0] });
    expect([status, body.success, body.external_id]).toEqual([200, false, null]);
    expect(body.error_message).toContain("cannot be reached");
    const { body: items } = await tenant.get(`/exports/jobs/${body.job_id}/items`);
    expect(items.items[0]).toMatchObject({ status: "failed", retry_count: 3 });
  });
});
