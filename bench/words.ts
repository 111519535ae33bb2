import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { meilisearchIsHere, startMeilisearch } from "../test/servers/meilisearch.ts";
import { drive, inSequence, type Request, requestText } from "./load.ts";
import { fill, type OpenedService, openService, type Place } from "./place.ts";
import { measureInTurns, type Program } from "./rounds.ts";
import type { Sample } from "./sample.ts";
import { figuresOf, type Line, printTable, putBeside } from "./table.ts";

const CONNECTIONS = 16;
const HITS = 20;
const WORDS = "two words of one name, never asked for before";

/** The words on one port: how many searches a second, and how long one takes. */
const wordsProgram = (port: number, request: Request): Program => {
  const next = inSequence(request);
  const measure = async (seconds: number): Promise<Line[]> => {
    const { perSecond, p50Ms, p99Ms } = await drive(port, next, { connections: CONNECTIONS, seconds });
    return [
      { work: WORDS, value: perSecond, unit: "/s", target: "≥ 0.6 × Meilisearch, ≥ 1,000 /s" },
      { work: `${WORDS}, p50`, value: p50Ms, unit: "ms", target: "" },
      { work: `${WORDS}, p99`, value: p99Ms, unit: "ms", target: "≤ 25" },
    ];
  };
  return { reads: new Map([[WORDS, measure]]) };
};

const searchOf = ({ apiKey, port }: OpenedService, pairs: readonly string[]): Program =>
  wordsProgram(port, (n) =>
    requestText("GET", `/api/v1/search/products?q=${pairs[n % pairs.length]}`, { "x-api-key": apiKey }),
  );

/** The same words asked of Meilisearch itself, in the index that the service has filled there. */
function meilisearchOf({ url, key }: { url: string; key: string }, uid: string, pairs: readonly string[]): Program {
  const head = { authorization: `Bearer ${key}` };
  return wordsProgram(Number(new URL(url).port), (n) => {
    const q = decodeURIComponent(pairs[n % pairs.length] ?? "");
    const body = JSON.stringify({ q, limit: HITS, matchingStrategy: "all" });
    return requestText("POST", `/indexes/${uid}/search`, head, body);
  });
}

/** The name of the index with the most documents. */
async function largestIndex({ url, key }: { url: string; key: string }): Promise<string> {
  const answer = await fetch(`${url}/stats`, { headers: { authorization: `Bearer ${key}` } });
  const { indexes } = (await answer.json()) as { indexes: Record<string, { numberOfDocuments: number }> }; // as documented
  const [largest] = Object.entries(indexes).toSorted(([, a], [, b]) => b.numberOfDocuments - a.numberOfDocuments);
  if (!largest) throw new Error("Meilisearch has no index");
  return largest[0];
}

/**
 * Searches for words that no cache has, by the service's own index, by Meilisearch itself, and by a service that searches
 * with Meilisearch, in turns. A table; nothing where Meilisearch cannot run.
 */
export async function measureWords(
  opened: OpenedService,
  { otherPairs: pairs }: Sample,
  place: Place,
): Promise<string> {
  if (!meilisearchIsHere()) return "";
  const server = await startMeilisearch();
  const folder = join(place.folder, "behind");
  mkdirSync(folder);
  const settings = { CATALOGD_MEILISEARCH_URL: server.url, CATALOGD_MEILISEARCH_KEY: server.key };
  const behind = await openService(folder, place.binary, settings);
  await fill(behind, place.file, place.rows);
  const programs = {
    own: searchOf(opened, pairs),
    meilisearch: meilisearchOf(server, await largestIndex(server), pairs),
    behind: searchOf(behind, pairs),
  };
  const lines = await measureInTurns(programs, place.seconds);
  await behind.service.kill("SIGTERM");
  await server.stop();
  const peer = figuresOf(lines.meilisearch);
  const through = putBeside(lines.behind, "peer", peer).map(({ work, unit, ...line }) => ({
    ...line,
    ...{ work: `${work}; Meilisearch behind catalogd`, unit, target: unit === "/s" ? "≥ 0.7 × Meilisearch" : "" },
  }));
  const all = [...putBeside(lines.own, "peer", peer), ...through];
  return printTable(all, `${CONNECTIONS} connections, ${HITS} hits:`, { peer: "Meilisearch" });
}
