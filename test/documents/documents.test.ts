import { describe, expect, test } from "bun:test";
import { chunksOf } from "../../src/ai/documents/chunks.ts";
import { extractText } from "../../src/ai/documents/extract-text.ts";
import { givenModel, refusal } from "../enrichment/given-provider.ts";
import { runJobs, runJobsInTurns } from "../harness.ts";
import { faults, given } from "../products/given.ts";
import { startEmbeddingServer } from "../search/embedding-server.ts";
import { configure, embed } from "../search/similar-behaviour.ts";
import { docxOf, formWith, pdfOf } from "./files.ts";

const PATH = "/enrichment/documents";
const SHEET = "La chaise Nordlys mesure 80 cm. Elle est en chêne massif.";

describe("the text of a file", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  test.each([
    [".txt", bytes("Une ligne\r\n\r\n\r\n\r\nDeux"), "Une ligne\n\nDeux"],
    [".txt", new Uint8Array([0x63, 0x68, 0xea, 0x6e, 0x65]), "chêne"],
    [".md", bytes("# Titre\n- un"), "# Titre\n- un"],
    [".csv", bytes("a;b\n1;2"), "a;b\n1;2"],
    [".html", bytes("<h1>Titre</h1><script>x</script><tr><td>a</td><td>b&amp;c</td></tr>"), "Titre\n a | b&c |"],
    [".docx", docxOf("Un", "Deux &amp; trois"), "Un\nDeux & trois"],
    [
      ".pdf",
      pdfOf(["Hauteur 80 cm", "Bois"], "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>"),
      "Hauteur 80 cm\nBois",
    ],
  ])("of %s", async (ending, content, expected) => {
    expect((await extractText({ ending }, content)).trim().replaceAll(/\s*\n\s*/g, "\n")).toBe(
      expected.replaceAll(/\s*\n\s*/g, "\n"),
    );
  });

  test.each([
    [".pdf", bytes("%PDF-1.4 damaged"), "PDF"],
    [".pdf", bytes("no pdf"), "PDF"],
    [".docx", bytes("no zip"), "DOCX"],
    [".docx", docxOf(), "no text"],
    [".txt", bytes(" \n "), "no text"],
  ])("of a bad %s is a clear error", async (ending, content, words) => {
    await expect(extractText({ ending }, content)).rejects.toThrow(words);
  });

  test.each(["utf16le", "utf-16be"])("of a text in %s", async (encoding) => {
    const wide = Buffer.from("\ufeffHauteur 80 cm, chêne", "utf16le");
    for (const bytes of [wide, wide.subarray(2)]) {
      const content = encoding === "utf16le" ? bytes : Buffer.from(bytes).swap16();
      expect(await extractText({ ending: ".txt" }, new Uint8Array(content))).toBe("Hauteur 80 cm, chêne");
    }
  });

  test("the passages of a text with pages know theirs", () => {
    expect(chunksOf("un\ftrois\f")).toEqual([
      { text: "un", page: 1 },
      { text: "trois", page: 2 },
    ]);
  });

  test("S33.10 passages are about 800 characters long, overlap, and lose nothing", () => {
    const text = Array.from({ length: 500 }, (_, index) => `mot${index}`).join(" ");
    const chunks = chunksOf(text);
    expect(Math.max(...chunks.map(({ text: passage }) => passage.length))).toBeLessThanOrEqual(800);
    const found = new Set(chunks.flatMap((chunk) => chunk.text.split(" ")));
    expect(found.size).toBe(500);
    expect(chunks.map((chunk) => chunk.text).join("").length).toBeGreaterThan(text.length);
    expect(chunksOf("x".repeat(2000)).length).toBe(3);
  });
});

describe("/enrichment/documents", () => {
  test("D3-048 S33.10 indexes an upload, shows it, reads it again and deletes it", async () => {
    const { tenant, id } = await given({ title: "Chaise" });
    const added = await tenant.post(PATH, formWith("fiche.pdf", pdfOf(["Nordlys 80 cm"]), { product_id: id }));
    expect(added.status).toBe(202);
    expect(added.body).toMatchObject({ status: "pending", product_id: id, title: "fiche.pdf", file_name: "fiche.pdf" });
    await runJobs();
    const path = `${PATH}/${added.body.id}`;
    expect((await tenant.get(path)).body).toMatchObject({ status: "indexed", chunk_count: 1, error_message: null });
    expect((await tenant.get(`${PATH}?product_id=${id}&status=indexed`)).body).toMatchObject({ total: 1 });
    expect((await tenant.post(`${path}/reindex`)).body.status).toBe("pending");
    await runJobs();
    expect((await tenant.get(path)).body.status).toBe("indexed");
    const passage = { chunk_index: 0, page: 1, text: "Nordlys 80 cm" };
    expect((await tenant.get(`${path}/passages?from=0&limit=1`)).body).toEqual({ items: [passage], total: 1 });
    const original = await tenant.get(`${path}/file`);
    expect([original.status, original.headers.get("content-disposition")]).toEqual([
      200,
      "attachment; filename*=UTF-8''fiche.pdf",
    ]);
    expect((await tenant.delete(path)).status).toBe(204);
    expect((await tenant.get(path)).status).toBe(404);
  });

  test("a file that cannot be read fails with a reason, and others are refused", async () => {
    const { tenant } = await given();
    const { body } = await tenant.post(PATH, formWith("bad.pdf", "no pdf"));
    await runJobs();
    expect((await tenant.get(`${PATH}/${body.id}`)).body).toMatchObject({
      status: "failed",
      error_message: expect.any(String),
    });
    const wrong = await tenant.post(PATH, formWith("x.exe", "x"));
    expect([wrong.status, faults(wrong)]).toEqual([422, ["file"]]);
    const fields = await tenant.post(PATH, formWith("x.txt", "x", { product_id: "1", language: "xyz" }));
    expect([fields.status, faults(fields)]).toEqual([422, ["product_id", "language"]]);
    const unknown = await tenant.post(PATH, formWith("x.txt", "x", { product_id: crypto.randomUUID() }));
    expect(refusal(unknown)).toEqual([404, "PRODUCT_NOT_FOUND"]);
  });
});

describe("from-documents", () => {
  async function givenSheet(fields: (id: string) => Record<string, string>, text = SHEET) {
    const model = await givenModel({}, { title: "Chaise Nordlys" });
    await model.tenant.post(PATH, formWith("fiche.txt", text, fields(model.id)));
    await runJobs();
    return { ...model, ask: (query = "") => model.tenant.post(`${model.path}/from-documents${query}`) };
  }

  test.each([
    ["of the product", (id: string) => ({ product_id: id })],
    ["of all products", () => ({})],
  ])("D3-037 S33.11 the model is given passages %s, which are named as sources", async (_, fields) => {
    const { tenant, id, provider, ask } = await givenSheet(fields);
    const { status, body } = await ask("?types=descriptions");
    expect(status).toBe(200);
    expect(body).toMatchObject({ rag_chunks_found: 1, applied: false, descriptions: expect.any(String) });
    expect(body.sources).toEqual([
      {
        document_id: expect.any(String),
        title: "fiche.txt",
        chunk_index: 0,
        page: null,
        url: null,
        score: expect.any(Number),
      },
    ]);
    expect(provider.told()).toContain("80 cm");
    expect((await tenant.get(`/products/${id}`)).body.description).toBe("Ancienne");
    const costs = (await tenant.get("/enrichment/web/costs/summary")).body;
    expect(costs.by_action).toMatchObject([{ action: "from_documents", count: 1 }]);
    expect((await ask("?types=descriptions&auto_apply=true&overwrite=true")).body.applied).toBe(true);
    // The value keeps what it was made of.
    const stored = (await tenant.get(`/enrichment/products/${id}`)).body;
    expect(stored.ai_metadata.descriptions.sources).toEqual(body.sources);
  });

  test("D3-038 without a passage that fits nothing is spent", async () => {
    const { tenant, provider, ask } = await givenSheet(() => ({}), "Une brouette rouge.");
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({ rag_chunks_found: 0, sources: [], applied: false, ai_metadata: {} });
    expect(provider.asked.length).toBe(0);
    await tenant.admin.delete("/settings/ai-provider");
    expect(refusal(await ask())).toEqual([409, "AI_PROVIDER_NOT_CONFIGURED"]);
  });

  test("S33.10 passages are found by their meaning where no word is shared, and by words when the model is removed", async () => {
    const server = startEmbeddingServer();
    try {
      const text = "A cake recipe with sugar.";
      const { tenant, ask, id } = await givenSheet(() => ({}), text);
      await tenant.patch(`/products/${id}`, { title: "Sugar cake" });
      await configure(tenant, server.url);
      await tenant.patch(`/products/${id}`, { title: "drill" });
      await tenant.post(PATH, formWith("outils.txt", "Use the drill-bits with any DRILL screw; recharge the battery."));
      await runJobs();
      const { body } = await ask("?types=descriptions");
      expect(body.sources.map(({ title }: { title: string }) => title)).toEqual(["outils.txt"]);
      // The first document was read before there was a model.
      await embed();
      await tenant.patch(`/products/${id}`, { title: "cakes" });
      expect((await ask("?types=descriptions")).body.sources).toMatchObject([{ title: "fiche.txt" }]);
      server.state.isDown = true;
      expect((await ask("?types=descriptions")).body.rag_chunks_found).toBe(0);
      await tenant.patch(`/products/${id}`, { title: "cake" });
      expect((await ask("?types=descriptions")).body.sources).toMatchObject([{ title: "fiche.txt" }]);
    } finally {
      server.stop();
    }
  });

  test("S33.10 the vectors of a long document are made in turns", async () => {
    const server = startEmbeddingServer();
    try {
      const { tenant } = await givenSheet(() => ({}));
      await configure(tenant, server.url);
      await runJobs();
      const before = server.state.texts;
      await tenant.post(PATH, formWith("long.txt", "A drill screw and its battery. ".repeat(8_000)));
      const rounds = [await runJobsInTurns(), await runJobsInTurns()];
      // 64 passages a turn.
      const turns = rounds.reduce((sum, round) => sum + (round["documents.embed"] ?? 0), 0);
      expect(turns).toBeGreaterThan(2);
      const { items } = (await tenant.get(PATH)).body;
      const { chunk_count: passages } = items.find(({ title }: { title: string }) => title === "long.txt");
      // With the one passage of the sheet, which came before there was a model.
      expect(server.state.texts - before).toBe(passages + 1);
    } finally {
      server.stop();
    }
  });

  test("S33.10 another model's vectors are not compared, and rebuilt", async () => {
    const server = startEmbeddingServer();
    try {
      const { tenant, ask, id } = await givenSheet((id) => ({ product_id: id }), "A drill screw.");
      await configure(tenant, server.url);
      await embed();
      await tenant.patch(`/products/${id}`, { title: "drills" });
      expect((await ask("?types=descriptions")).body.sources[0].score).toBeGreaterThan(0.6);
      await configure(tenant, server.url, { dimensions: 5 });
      expect((await ask("?types=descriptions")).body.sources[0].score).toBe(0.35);
      await embed();
      expect((await ask("?types=descriptions")).body.sources[0].score).toBeGreaterThan(0.6);
    } finally {
      server.stop();
    }
  });

  test("D3-048 a product's documents, passages and vectors are erased with it", async () => {
    const { tenant, id, db } = await givenSheet((id) => ({ product_id: id }));
    const count = () =>
      db.one("select count(*) as n from ai_document_chunk where tenant_id = :tenant", {}, (row) => Number(row["n"]));
    expect(await count()).toBe(1);
    expect((await tenant.delete(`/products/${id}?permanent=true`)).status).toBeLessThan(300);
    await runJobs();
    expect((await tenant.get(PATH)).body.total).toBe(0);
    expect(await count()).toBe(0);
  });

  test("another tenant's documents are not found", async () => {
    await givenSheet(() => ({}));
    const { path, tenant } = await givenModel({}, { title: "Chaise Nordlys" });
    expect((await tenant.post(`${path}/from-documents`)).body.rag_chunks_found).toBe(0);
  });
});
