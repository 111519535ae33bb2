import { expect, test } from "bun:test";
import { listPlatforms } from "../../src/connectors/engine/platforms.ts";
import { newTenant } from "../harness.ts";

const ADDRESSED = listPlatforms().flatMap(({ id, credentials }) =>
  Object.keys(credentials).flatMap((name) => (credentials[name]?.format === "uri" ? [[id, name] as const] : [])),
);
const REFUSED = [
  "http://169.254.169.254/x",
  "https://127.0.0.1",
  "https://10.9.8.7",
  "https://[::1]",
  "https://localhost",
];

test.each(ADDRESSED)("S31.9 a connector of %s refuses an address of a local network in %s", async (id, name) => {
  const tenant = await newTenant();
  const { body } = await tenant.get(`/connectors/platforms/${id}`);
  const needed: string[] = body.config_schema.required;
  const credentials = Object.fromEntries(needed.map((each) => [each, "hidden-4711"]));
  const made = await tenant.post("/connectors", {
    platform_id: id,
    name: "Shop",
    credentials: { ...credentials, [name]: "https://shop.example.com" },
  });
  expect(made.status).toBe(201);
  for (const address of REFUSED) {
    const sent = { credentials: { ...credentials, [name]: address } };
    const refused = [
      await tenant.post("/connectors", { platform_id: id, name: "Shop", ...sent }),
      await tenant.patch(`/connectors/${made.body.id}`, sent),
    ];
    for (const answer of refused) {
      const fields = (answer.body.error?.details ?? []).map(({ field }: { field: string }) => field);
      expect([address, answer.status, fields]).toEqual([address, 422, [`credentials.${name}`]]);
    }
  }
});
