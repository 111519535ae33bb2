import { describe, expect, test } from "bun:test";
import { findStoredBytes } from "../../db/storage/known-files.ts";
import { createApp } from "../../src/app.ts";
import type { Config } from "../../src/config/config.ts";
import { sweepExports } from "../../workers/maintenance/maintain.ts";
import { clock, newTenant, runJobs, services } from "../harness.ts";
import { formOf, HEADER, lines, MAPPING, prepare, upload } from "../imports/import-client.ts";
import { FORMATS, formOf as imageForm } from "../media/images.ts";

const MIB = 1024 * 1024;
const CSV = lines(HEADER, "3400949497294,A-1,Aspirin,1.50,3");
const PDF = new TextEncoder().encode(`%PDF-1.7\n${"1 0 obj\n<< >>\nendobj\n".repeat(400)}%%EOF\n`);
const HOUR_MS = 3_600_000;

/** The service with other settings, on the same database. */
function appWith(config: Partial<Config>) {
  const app = createApp({ ...services, config: { ...services.config, ...config } }, { checkAnswers: true });
  return async (apiKey: string, path: string, body: FormData | object = {}, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData;
    const response = await app.handle(
      new Request(`http://localhost/api/v1${path}`, {
        method: "POST",
        headers: { "x-api-key": apiKey, ...(!isForm && { "content-type": "application/json" }), ...headers },
        body: isForm ? body : JSON.stringify(body),
      }),
    );
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  };
}

/** A tenant with a product and an import that is ready to run. */
async function given() {
  const tenant = await newTenant();
  const { id: productId } = (await tenant.post("/products", { name: "Fineliner" })).body;
  const importId = await prepare(tenant, CSV, { mapping: MAPPING });
  const filesOf = async () => {
    const all = await Promise.all(
      ["imports", "media", "documents", "exports", "ean-asin"].map((kind) =>
        Array.fromAsync(services.files.list(`${tenant.id}/${kind}`)),
      ),
    );
    return all.flat().map(({ key }) => key);
  };
  /** What takes space, by its path. */
  const requests: [path: string, body: () => FormData | object][] = [
    ["/imports/upload", () => formOf(CSV)],
    [`/products/${productId}/media/upload`, () => imageForm(FORMATS["image/png"](20, 10))],
    [`/compliance/products/${productId}/documents`, () => documentForm()],
    ["/ean-asin/import", () => formOf(CSV)],
    ["/exports/csv/products", () => ({})],
  ];
  return { tenant, productId, importId, filesOf, requests };
}

function documentForm(): FormData {
  const form = new FormData();
  form.set("file", new File([PDF], "reach.pdf"));
  return form;
}

describe("too little free space", () => {
  test("refuses uploads, exports and imports with 507, keeps nothing of them, and lets all else through", async () => {
    const { tenant, importId, filesOf, requests } = await given();
    const before = await filesOf();
    // No disk is empty.
    const post = appWith({ minFreePercent: 100 });

    for (const [path, body] of [...requests, [`/imports/${importId}/start-processing`, () => ({})] as const]) {
      const answer = await post(tenant.apiKey, path, body());
      expect([path, answer.status, answer.body.error?.error_code]).toEqual([path, 507, "INSUFFICIENT_STORAGE"]);
      expect(answer.body.error.message).toContain("Not enough free disk space");
    }

    expect(await filesOf()).toEqual(before);
    expect((await post(tenant.apiKey, "/products", { name: "Ruler" })).status).toBe(201);
    expect((await tenant.get(`/imports/${importId}`)).body.status).toBe("ready");
  });

  test("is shown in French", async () => {
    const { tenant } = await given();
    const { body } = await appWith({ minFreePercent: 100 })(
      tenant.apiKey,
      "/exports/csv/products",
      {},
      {
        "accept-language": "fr",
      },
    );
    expect(body.error.message).toContain("Espace disque insuffisant");
  });
});

describe("the storage quota", () => {
  test("counts imports, images, documents and exports, and nothing that was deleted or purged", async () => {
    const { tenant, productId, importId } = await given();
    const stored = () => findStoredBytes(services.reader(tenant.id));
    const sizes: number[] = [await stored()];
    expect(sizes).toEqual([CSV.length]);

    const image = imageForm(FORMATS["image/png"](20, 10));
    const { body: media } = await tenant.post(`/products/${productId}/media/upload`, image);
    sizes.push(await stored());
    const documents = `/compliance/products/${productId}/documents`;
    const { body: document } = await tenant.post(documents, documentForm());
    sizes.push(await stored());
    await tenant.post("/exports/csv/products", {});
    await runJobs();
    sizes.push(await stored());
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
    expect(new Set(sizes).size).toBe(4);
    expect((sizes[2] ?? 0) - (sizes[1] ?? 0)).toBe(PDF.length);

    await tenant.delete(`${documents}/${document.id}`);
    await tenant.delete(`/products/${productId}/media/${media.id}`);
    await tenant.delete(`/imports/${importId}`);
    clock.nowMs += (services.config.exportTtlHours + 1) * HOUR_MS;
    await sweepExports(services);
    expect(await stored()).toBe(0);
  });

  test("refuses what would be over it with 507, names it, and keeps nothing", async () => {
    const { tenant, filesOf, requests } = await given();
    await upload(tenant, lines(HEADER, ...Array.from({ length: 60_000 }, (_, row) => `,R-${row},Product ${row},1,1`)));
    const used = await findStoredBytes(services.reader(tenant.id));
    expect(used).toBeGreaterThan(MIB);
    const before = await filesOf();
    const post = appWith({ tenantStorageMib: 1 });

    for (const [path, body] of requests) {
      const answer = await post(tenant.apiKey, path, body());
      expect([path, answer.status, answer.body.error?.error_code]).toEqual([path, 507, "INSUFFICIENT_STORAGE"]);
      expect(answer.body.error.message).toContain("Storage quota");
      expect(answer.body.error.details).toMatchObject({ quota: "storage", used_bytes: used });
    }

    expect(await filesOf()).toEqual(before);
    expect((await (await newTenant()).post("/exports/csv/products", {})).status).toBe(202);
  });
});

describe("the task quota", () => {
  test("refuses one more unfinished import or export with 429, however many come at once", async () => {
    const { tenant, importId } = await given();
    const post = appWith({ tenantTasks: 3 });
    const starts = await Promise.all(Array.from({ length: 8 }, () => post(tenant.apiKey, "/exports/csv/products", {})));

    expect(starts.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429, 429, 429, 429]);
    const refused = await post(tenant.apiKey, `/imports/${importId}/start-processing`);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ error: "rate_limit_exceeded", detail: "3 unfinished tasks", retry_after: 30 });
    expect(refused.body.message).toContain("Task quota");
    expect(refused.headers.get("retry-after")).toBe("30");

    await runJobs();
    expect((await post(tenant.apiKey, `/imports/${importId}/start-processing`)).status).toBe(202);
  });
});
