import { expect, test } from "bun:test";
import { listOpenCalls } from "../../db/ai/calls.ts";
import { findChunksByVector, listBoundChunks } from "../../db/documents/chunks.ts";
import { listDocuments } from "../../db/documents/documents.ts";
import { listItemErrors, listItems } from "../../db/enrichment/batches.ts";
import type { Reader } from "../../db/ports.ts";
import { openPlanner } from "../db/planner.ts";

const near = { productId: "p", model: "m", vector: [1], limit: 1 };
/** What is requested for each product of a batch, or by each reader of it, must not read what belongs to all the others. */
const ASKED: [string, (db: Reader) => Promise<unknown>, string[]][] = [
  ["open calls", (db) => listOpenCalls(db, "b", "p"), ["ai_call_open (tenant_id=? AND job_id=? AND product_id=?)"]],
  ["items", (db) => listItems(db, "b", ["p"]), ["(tenant_id=? AND batch_id=? AND product_id=?)"]],
  ["errors", (db) => listItemErrors(db, "b", 1), ["enrichment_batch_item_error (tenant_id=? AND batch_id=?)"]],
  [
    "passages",
    (db) => listBoundChunks(db, "p", 1),
    ["ai_document_product (tenant_id=? AND product_id=?)", "ai_document_chunk_place (tenant_id=? AND document_id=?)"],
  ],
  [
    "documents",
    (db) => listDocuments(db, { productId: "p", status: null }, { limit: 1, offset: 0 }),
    ["ai_document_product (tenant_id=? AND product_id=?)"],
  ],
  [
    "near passages",
    (db) => findChunksByVector(db, near),
    [
      "ai_document_product (tenant_id=? AND product_id=?)",
      "ai_document_chunk_place (tenant_id=? AND document_id=?)",
      "ai_document_of_all (tenant_id=?)",
      "ai_document_chunk_place (tenant_id=? AND document_id=?)",
      "INTEGER PRIMARY KEY (rowid=?)",
    ],
  ],
];

test.each(ASKED)("%s are looked up", async (_, request, places) => {
  const { reader, steps } = openPlanner({});
  await request(reader);
  const searched = steps.filter((step) => /^SEARCH|^SCAN (?!wanted|near|document)/.test(step));
  expect(searched).toEqual(places.map((place) => expect.stringContaining(place)));
});
