import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";

const MASK = "********";
const SECRET = "hidden-4711";
const OWN = {
  extra: { user: "anna", password: SECRET, deep: [{ api_key: SECRET, note: "open" }] },
  callback: `https://partner.example/done?token=${SECRET}&page=1`,
};
const SHOWN = {
  extra: { user: "anna", password: MASK, deep: [{ api_key: MASK, note: "open" }] },
  callback: `https://partner.example/done?token=${MASK}&page=1`,
};

test("N-8 nested secrets of a platform are masked, and stay when the mask is sent back", async () => {
  const tenant = await newTenant();
  const base = { host: "files.example.com", username: "anna" };
  const config = { ...base, password: SECRET, ...OWN };
  const made = await tenant.post("/exports/platforms", { name: "Partner", platform_type: "sftp", config });
  const at = `/exports/platforms/${made.body.id}`;
  const shown = await tenant.get(at);
  expect(shown.body.config).toEqual({ ...base, password: MASK, ...SHOWN });
  const audit = await tenant.get("/audit-log");
  expect(JSON.stringify([made.body, audit.body])).not.toContain(SECRET);

  // What is sent back as it was shown is stored as it was.
  const changed = { ...shown.body.config, extra: { ...SHOWN.extra, user: "berta" } };
  const put = await tenant.put(at, { config: changed });
  expect([put.status, put.body.config.extra]).toEqual([200, { ...SHOWN.extra, user: "berta" }]);
  expect((await tenant.put(at, { config: { ...changed, callback: OWN.callback } })).body.config).toEqual(changed);
  const [stored] = await storedConfigs(tenant);
  expect(stored).toMatchObject({ extra: { ...OWN.extra, user: "berta" }, callback: OWN.callback, password: SECRET });
});

async function storedConfigs(tenant: Awaited<ReturnType<typeof newTenant>>) {
  const { findConfig } = await import("../../src/exports/platforms/open-platform.ts");
  const { services } = await import("../harness.ts");
  const { items } = (await tenant.get("/exports/platforms")).body;
  const db = services.reader(tenant.id);
  return Promise.all(items.map(({ id }: { id: string }) => findConfig(db, services.secrets, id)));
}
