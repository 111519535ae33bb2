import { expect, test } from "bun:test";
import { openCredentials } from "../../src/connectors/credentials.ts";
import type { Platform } from "../../src/connectors/engine/define-platform.ts";
import { listPlatforms } from "../../src/connectors/engine/platforms.ts";
import { newTenant, services } from "../harness.ts";

const SECRET = "hidden-4711";

/** Two values of each field: what is stored, and what it is changed to. */
function valuesOf({ credentials }: Platform, name: string): [unknown, unknown] {
  if (credentials[name]?.type === "integer") return [1, 2];
  return credentials[name]?.format === "uri" ? ["https://one.example.com", "https://two.example.com"] : ["one", "two"];
}

test.each(listPlatforms().map((platform) => [platform.id, platform] as const))(
  "N-2 no field of a connector of %s changes while a secret of before stays",
  async (id, platform) => {
    const tenant = await newTenant();
    const names = Object.keys(platform.credentials);
    const open = names.filter((name) => !platform.credentials[name]?.isSecret);
    const known = Object.fromEntries(open.map((name) => [name, valuesOf(platform, name)[0]]));
    const secrets = Object.fromEntries(names.filter((name) => !open.includes(name)).map((name) => [name, SECRET]));
    const made = { platform_id: id, name: "Shop", credentials: { ...known, ...secrets } };
    const { status, body } = await tenant.post("/connectors", made);
    expect(status).toBe(201);
    for (const field of open) {
      const credentials = { ...known, [field]: valuesOf(platform, field)[1] };
      const answer = await tenant.patch(`/connectors/${body.id}`, { credentials });
      const stored = await openCredentials(services, services.reader(tenant.id), body.id);
      const isMoved = stored[field] === String(credentials[field]);
      const keepsSecret = Object.values(stored).includes(SECRET);
      // Refused, all is as it was; taken, no secret is left.
      expect({ field, isMoved, keepsSecret }).toEqual({ field, isMoved: answer.status === 200, keepsSecret: !isMoved });
    }
  },
);
