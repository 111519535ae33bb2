import { expect, test } from "bun:test";
import { preview } from "../../workers/connectors/preview.ts";
import { registerWebhooks } from "../../workers/connectors/register-webhooks.ts";
import { test as testConnector } from "../../workers/connectors/test.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import type { Reply } from "../doubles/shops.ts";
import { newEan } from "../products/given.ts";
import { EVERY, openEvery } from "./every-platform.ts";

const TOKEN = "very-secret-fetched-token";

/** All that came, as servers show it when they refuse something, or in place of an answer. */
const echo = ({ path, headers, text }: Call, status: number): Reply => ({
  status,
  text: `You sent ${decodeURIComponent(path)} ${JSON.stringify(headers)} ${text} ${decodeURIComponent(text)}`,
});

const OPERATIONS = ["push-products", "push-stock", "push-prices", "pull-products", "pull-orders"] as const;

/** What a service says of a connector when all is tried whose platform answers so. */
async function saidOf(platform: (typeof EVERY)[number][1], status: number, isTokenGiven: boolean) {
  const answer = (call: Call): Reply => {
    const isToken = platform.isToken?.(call) === true;
    return isToken && isTokenGiven ? { json: { access_token: TOKEN, expires_in: 3_600 } } : echo(call, status);
  };
  const { there, tenant, connector, path, sync, credentials } = await openEvery(platform, {
    answer,
    hasOwnSecrets: true,
  });
  await tenant.post("/appsync/products/sync", [
    { name: "Lamp", reference: "SKU-1", ean: newEan(), price_ttc: 12.5, stock: 3 },
  ]);
  const { signal } = new AbortController();
  const input = { connectorId: connector.id, isForced: false, after: 0 };
  const webhooks = { id: connector.id, topics: ["a"], to: { address: "https://pim.example/a", secret: "s" } };
  const said: unknown[] = [
    await testConnector(there, tenant.id, { id: connector.id }, signal),
    await preview(there, tenant.id, input, signal),
    await registerWebhooks(there, tenant.id, webhooks, signal),
  ];
  for (const operation of OPERATIONS) said.push(await sync(operation));
  for (const address of [path, `${path}/jobs`, `${path}/webhooks`]) said.push((await tenant.get(address)).body);
  return { text: JSON.stringify(said), secrets: [...Object.values(credentials), TOKEN] };
}

const CASES = EVERY.flatMap(([id, platform]) =>
  [400, 401, 422, 200].flatMap((status) =>
    (platform.isToken ? [true, false] : [true]).map((isGiven) => ({ id, platform, status, isGiven })),
  ),
);

test.each(CASES)(
  "$id: a server that shows what it was sent ($status, a token is given: $isGiven) shows no secret",
  async ({ platform, status, isGiven }) => {
    const { text, secrets } = await saidOf(platform, status, isGiven);
    const shown = secrets.filter((secret) => secret.startsWith("very-secret") && text.includes(secret));
    expect(shown.map((secret) => text.slice(text.indexOf(secret) - 80, text.indexOf(secret) + 40))).toEqual([]);
    expect(secrets.some((secret) => secret.startsWith("very-secret"))).toBe(true);
    expect(text).toContain("error");
  },
);
