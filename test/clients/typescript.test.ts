import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import process from "node:process";
import { writeClient } from "../../clients/write-client.ts";
import { temporaryFolder } from "../cleanup.ts";
import { app, newTenant, send } from "../harness.ts";
import { newEan } from "../products/given.ts";

// Making the client of some 250 operations takes seconds of one processor.
const TEST_MS = 120_000;

const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => app.handle(request) });
afterAll(() => server.stop(true));

test(
  "the generated client is sound TypeScript, and creates, batches, follows the delta and registers a webhook",
  async () => {
    const tenant = await newTenant();
    const folder = temporaryFolder();
    const { body: description } = await send("GET", "/openapi.json");
    const path = await writeClient(description, folder);

    const compiler = Bun.spawn(
      [
        "node_modules/.bin/tsc",
        ...["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--target", "esnext", "--module", "esnext"],
        ...["--moduleResolution", "bundler", "--lib", "esnext,dom,dom.iterable", "--types", "", path],
      ],
      { cwd: process.cwd(), stdout: "pipe" },
    );
    expect(await new Response(compiler.stdout).text()).toBe("");

    const { Catalogd } = await import(join(path));
    const { api } = new Catalogd({
      baseUrl: `http://127.0.0.1:${server.port}`,
      baseApiParams: { headers: { "X-API-Key": tenant.apiKey } },
    });
    const [first, second] = [newEan(), newEan()];
    const created = await api.upsertExtProduct({ ean: first, name: "One" });
    expect([created.status, created.data.data.created]).toEqual([201, true]);
    const batch = await api.upsertExtProducts({
      products: [
        { ean: first, weight: 2 },
        { ean: second, name: "Two" },
      ],
    });
    expect(batch.data.data).toMatchObject({ created: 1, updated: 1, errors: 0 });
    const delta = await api.listExtChanges({ since: "2000-01-01", page_size: 10 });
    expect(delta.data.data.map(({ ean }: { ean: string }) => ean)).toEqual([first, second]);
    const webhook = { name: "Shop", url: "https://shop.example.com/hooks", events: ["product.created"] };
    expect((await api.createWebhook(webhook)).data).toMatchObject({ name: "Shop", is_active: true });
    const refused = await api.getExtProduct("4006381333931").catch((answer: unknown) => answer);
    expect(refused).toMatchObject({ status: 404, error: { success: false } });
  },
  TEST_MS,
);
