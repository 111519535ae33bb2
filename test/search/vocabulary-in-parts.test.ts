import { expect, test } from "bun:test";
import { findIndexState } from "../../search/libsql/index-state.ts";
import { listVocabulary } from "../../search/libsql/read-postings.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { services } from "../harness.ts";
import { given } from "../products/given.ts";
import { named } from "./searching.ts";

const COMMON = 7;

test("a server that answers a few words at once is asked again until all are there", async () => {
  const titles = Array.from({ length: COMMON }, (_, place) => named(`Lampe numero${place}`, { brand: "Lampe" }));
  const { db } = await given(...titles, named("Banc"));
  while ((await catchUp(services, new AbortController().signal)) === 0);
  const { tag = "" } = (await findIndexState(db)) ?? {};
  const words = await listVocabulary(db, tag);
  expect(words.get("lampe")).toBeGreaterThanOrEqual(COMMON);
  const server = { ...db, isDistant: true };
  for (const atOnce of [2, 3, COMMON, 1_000]) expect(await listVocabulary(server, tag, atOnce)).toEqual(words);
});
