import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { EVERY_TENANT } from "../../db/ports.ts";
import { attachImages } from "../../src/imports/images/attach-images.ts";
import { eachByHost } from "../../src/imports/images/by-host.ts";
import { rescueJobs } from "../../src/jobs/lifecycle.ts";
import { runJob } from "../../workers/run-job.ts";
import { claimJobOf, newTenant, runJobs, runJobsInTurns, services } from "../harness.ts";
import { fetchPublic, filesOf, SMALL } from "../media/given-images.ts";
import { dyingThread } from "./dying-thread.ts";
import { importFile, lines, prepare, problemsOf, type Tenant } from "./import-client.ts";

const requests: string[] = [];
beforeEach(() => {
  requests.length = 0;
});
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: ({ url }) => {
    const { pathname } = new URL(url);
    requests.push(pathname);
    if (pathname.startsWith("/image")) return new Response(SMALL, { headers: { "content-type": "text/plain" } });
    if (pathname === "/page")
      return new Response("<html><body>no</body></html>", { headers: { "content-type": "image/png" } });
    if (pathname === "/large") return new Response(Buffer.concat([SMALL, Buffer.alloc(21 * 1024 * 1024)]));
    if (pathname === "/inside") return Response.redirect("http://169.254.169.254/image.png", 302);
    return new Response("gone", { status: 410 });
  },
});
afterAll(() => server.stop(true));
const at = (path: string) => `http://receiver.test:${server.port}${path}`;

const mapping = { sku: "sku", name: "name", photos: "image_urls" };
const PLAN = { mapping, options: { fetch_images: true } };
const fileOf = (...rows: [sku: string, ...paths: string[]][]) =>
  lines("sku,name,photos", ...rows.map(([sku, ...paths]) => `${sku},Product ${sku},${paths.map(at).join("|")}`));

interface Image {
  id: string;
  url: string;
  is_primary: boolean;
  width: number | null;
  source: string;
}
const productsOf = async (tenant: Tenant): Promise<{ id: string; primary_image_url: string }[]> =>
  (await tenant.get("/products?sort_by=title&sort_order=asc")).body.items;
const imagesOf = async (tenant: Tenant, id = ""): Promise<Image[]> =>
  (await tenant.get(`/products/${id || (await productsOf(tenant))[0]?.id}/media`)).body.items;

describe("fetch_images", () => {
  test("goes on after its turns where it was", async () => {
    const tenant = await newTenant();
    const rows = Array.from({ length: 45 }, (_, row): [string, string] => [`T${row}`, `/image/turn-${row}.png`]);
    const id = await prepare(tenant, fileOf(...rows), PLAN);
    await tenant.post(`/imports/${id}/start-processing`);
    expect((await runJobsInTurns())["imports.fetch-images"]).toBe(4);
    expect(requests.length).toBe(45);
    for (const product of await productsOf(tenant)) expect(await imagesOf(tenant, product.id)).toHaveLength(1);
  });

  test("stores the images that rows name, in their order and with the primary one", async () => {
    const tenant = await newTenant();
    const { id } = await importFile(tenant, fileOf(["A", "/image/front%20side.png", "/image/back.png"]), PLAN);
    const images = await imagesOf(tenant);
    expect(images.map(({ is_primary, width, source }) => [is_primary, width, source])).toEqual([
      [true, 20, "import"],
      [false, 20, "import"],
    ]);
    expect(images.map(({ url }) => url.replace(/^.*\//, ""))).toEqual(["front-side.png", "back.png"]);
    const [product] = await productsOf(tenant);
    expect(product?.primary_image_url).toBe(images[0]?.url ?? "");
    const { status, headers, bytes } = await fetchPublic(new URL(images[0]?.url ?? "", "http://localhost").pathname);
    expect([status, headers.get("content-type"), bytes.equals(SMALL)]).toEqual([200, "image/png", true]);
    expect((await tenant.get(`/imports/${id}`)).body).toMatchObject({ status: "completed", warning_count: 0 });
  });

  test("is off unless it is requested, and does not fetch what is stored", async () => {
    const tenant = await newTenant();
    const file = fileOf(["A", "/image/1.png"]);
    await importFile(tenant, file, { mapping });
    expect([requests, (await imagesOf(tenant))[0]?.url]).toEqual([[], at("/image/1.png")]);

    await importFile(tenant, file, PLAN);
    expect(requests).toEqual(["/image/1.png"]);
    const [stored] = await imagesOf(tenant);
    const again = await importFile(tenant, file, PLAN);
    expect([requests.length, again.products_updated]).toEqual([1, 0]);
    expect((await imagesOf(tenant))[0]).toEqual(stored as Image);

    // Another list: what is known of it stays, the rest is fetched.
    await importFile(tenant, fileOf(["A", "/image/2.png", "/image/1.png"]), PLAN);
    expect(requests).toEqual(["/image/1.png", "/image/2.png"]);
    const images = await imagesOf(tenant);
    expect(images.map(({ width }) => width)).toEqual([20, 20]);
    expect(images.map(({ id }) => id)).toContain(stored?.id ?? "");
  });

  test("what fails is a warning of the import, and the address stays", async () => {
    const tenant = await newTenant();
    const paths = ["/missing", "/page", "/large", "/inside", "/image/ok.png"];
    const { id } = await importFile(tenant, fileOf(["A", ...paths]), PLAN);
    expect((await tenant.get(`/imports/${id}`)).body).toMatchObject({ status: "completed", warning_count: 4 });
    const problems = await problemsOf(tenant, id);
    expect(
      new Set(problems.map((each) => `${each.row_number} ${each.severity} ${each.error_type} ${each.field}`)),
    ).toEqual(new Set(["2 warning image_not_fetched image_urls"]));
    const { body } = await tenant.get(`/imports/${id}/errors`);
    expect(
      Object.fromEntries(
        body.items.map((each: { raw_value: string; message: string }) => [
          new URL(each.raw_value).pathname,
          each.message,
        ]),
      ),
    ).toEqual({
      "/missing": "The image could not be fetched: its server answered 410",
      "/page": "The address does not lead to a JPEG, PNG, WebP or GIF image",
      "/large": "The image is larger than 20 MiB",
      "/inside": "The image was not fetched: its address is not a public web address",
    });
    expect((await imagesOf(tenant)).map(({ url }) => url.startsWith("http"))).toEqual([true, true, true, true, false]);
    expect(await filesOf(tenant.id)).toHaveLength(1);
  });

  test("the import can still be undone", async () => {
    const tenant = await newTenant();
    const { id } = await importFile(tenant, fileOf(["A", "/image/1.png"]), PLAN);
    await tenant.post(`/imports/${id}/revert`);
    await runJobs();
    expect((await tenant.get(`/imports/${id}/revert`)).body).toMatchObject({ products_deleted: 1, products_left: 0 });
  });

  test.each(["before", "after"] as const)("attaches nothing twice when its thread dies %s a commit", async (when) => {
    const tenant = await newTenant();
    const id = await prepare(tenant, fileOf(["A", "/image/1.png"], ["B", "/image/2.png"]), PLAN);
    await tenant.post(`/imports/${id}/start-processing`);
    await runJob(services, await claimJobOf(tenant.id), new AbortController().signal);
    const { thread, died } = dyingThread({ mutation: attachImages.name, at: 2, when });
    void runJob(thread, await claimJobOf(tenant.id), new AbortController().signal);
    await died;
    await services.write(rescueJobs, EVERY_TENANT, undefined);
    await runJobs();

    expect(requests.toSorted()).toEqual([
      "/image/1.png",
      "/image/2.png",
      ...(when === "before" ? ["/image/2.png"] : []),
    ]);
    for (const { id: product } of await productsOf(tenant)) {
      const images = await imagesOf(tenant, product);
      expect(images.map(({ width, is_primary }) => [width, is_primary])).toEqual([[20, true]]);
    }
  });
});

test("few are fetched from one host at a time, and some hosts at once", async () => {
  const items = ["a", "b", "c"].flatMap((host) =>
    Array.from({ length: 5 }, (_, place) => ({ host, url: `https://${host}.example/${place}` })),
  );
  const running = new Map<string, number>();
  let [most, all, done] = [0, 0, 0];
  await eachByHost(items, async ({ host }) => {
    running.set(host, (running.get(host) ?? 0) + 1);
    most = Math.max(most, running.get(host) ?? 0);
    all = Math.max(
      all,
      [...running.values()].reduce((sum, each) => sum + each, 0),
    );
    await Promise.resolve();
    running.set(host, (running.get(host) ?? 0) - 1);
    done++;
  });
  expect([most, all, done]).toEqual([2, 6, 15]);
});
