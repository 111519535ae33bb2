import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type Config, readConfig, type Sources } from "../../config/config.ts";
import { openLog } from "../../runtime/log.ts";
import { RecentLines } from "../../runtime/recent-lines.ts";
import { CommandRefused } from "../control/control-client.ts";
import type { Running } from "../start/open-service.ts";
import { startService, stopOnSignals } from "../start/serve.ts";
import { banner, bold, credentials, fact } from "../start/welcome.ts";
import { openClient, say } from "./client.ts";
import { startEmbedder } from "./embedder.ts";
import bmecat from "./files/bmecat-2005.xml" with { type: "text" };
import cxml from "./files/cxml-index.xml" with { type: "text" };
import google from "./files/google.tsv" with { type: "text" };
import heureka from "./files/heureka.xml" with { type: "text" };
import onix from "./files/onix-books.xml" with { type: "text" };
import ndjson from "./files/products.ndjson" with { type: "text" };
import shopify from "./files/shopify.csv" with { type: "text" };
import supplier from "./files/supplier-list-de.csv" with { type: "text" };
import yml from "./files/yml.xml" with { type: "text" };
import { allowanceFor, findLocalModel, type LocalModel, type NamedModel } from "./local-model.ts";
import { serveOnLoopback } from "./loopback.ts";
import { startModel } from "./model.ts";
import { startPartner } from "./partner.ts";
import { startShop } from "./shop.ts";
import { demoSteps, setEnglish } from "./steps.ts";

const FILES: Record<string, string> = {
  // The types of Bun take any XML for a parsed document; here each is a text.
  "bmecat-2005.xml": bmecat as unknown as string,
  "cxml-index.xml": cxml as unknown as string,
  "google.tsv": google,
  "heureka.xml": heureka as unknown as string,
  "onix-books.xml": onix as unknown as string,
  "products.ndjson": ndjson,
  "shopify.csv": shopify,
  "supplier-list-de.csv": supplier,
  "yml.xml": yml as unknown as string,
};

/** Puts files of several kinds to import into a folder within another, also from the binary; gives where they are. */
export function writeExampleFiles(dataDir: string): string {
  const folder = join(dataDir, "examples");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  return folder;
}

const FIRST_CENTS = 4_190;
const STEP_CENTS = 250;

/** A product page as shops write it, with its price in JSON-LD. */
const pageOf = (ean: string, cents: number): string => {
  const offers = { "@type": "Offer", price: (cents / 100).toFixed(2), priceCurrency: "EUR", availability: "InStock" };
  const product = { "@context": "https://schema.org", "@type": "Product", gtin13: ean, offers };
  return `<!doctype html><title>Corner Shop</title><script type="application/ld+json">${JSON.stringify(product)}</script>`;
};

/**
 * Starts a small shop on loopback, so that the demo has a competitor without the internet: each visit finds a lower price.
 * Returns its address; `/p/{ean}` is a product. It ends with the process.
 */
function startCompetitor(): Promise<string> {
  let visits = 0;
  return serveOnLoopback((request, response) => {
    const [, ean] = /^\/p\/(\d{8,14})$/.exec(request.url ?? "") ?? [];
    if (ean === undefined) return response.writeHead(404).end();
    const html = pageOf(ean, FIRST_CENTS - STEP_CENTS * visits++);
    return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
  });
}

/** Whether the port is free. */
const isFree = ({ host, port }: Pick<Config, "host" | "port">) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });

/** A folder that goes when the process ends, nothing shared with any other data, and a way to the demo's own server. */
async function demoConfig(sources: Sources, localModel: LocalModel | undefined): Promise<Config> {
  const config = readConfig(sources);
  const port = (await isFree(config)) ? config.port : 0;
  if (port !== config.port) say(`Port ${config.port} is taken: the demo uses a free one.`);
  const dataDir = mkdtempSync(join(tmpdir(), "catalogd-demo-"));
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  return {
    ...config,
    port,
    dataDir,
    databaseUrl: undefined,
    databaseToken: undefined,
    s3Endpoint: undefined,
    meilisearchUrl: undefined,
    smtpUrl: undefined,
    secretKey: undefined,
    outboundAllow: allowanceFor(localModel),
    logLevel: "warn",
  };
}

/** What to try on what the demo leaves running. */
function sayWhatNext(running: Running): void {
  const { url, first } = running;
  if (!first) return;
  const examples = writeExampleFiles(running.services.config.dataDir);
  const call = `curl -H "X-API-Key: ${first.apiKey}"`;
  const lines = [
    ...banner(running),
    ...credentials(url, running.services.config, first).map(([label, value]) => fact(label, value)),
    "",
    bold("Try next"),
    `  Search it:            ${call} "${url}/api/v1/search/products?q=bread%20kinfe"`,
    `  Import a file:        ${call} -F file=@${examples}/shopify.csv ${url}/api/v1/imports/upload`,
    "                        then its id in POST …/imports/{id}/save-mapping with the suggested_mapping of the answer as",
    "                        column_mapping, and POST …/imports/{id}/start-processing",
    `  Other kinds of files: ls ${examples} (supplier's list, Shopify, Google, Heureka, YML, BMEcat, ONIX, cXML, NDJSON), or your own`,
    `  Try every operation:  open ${url}/docs and give the API key to "Authorize"`,
    "  Keep your data:       stop the demo, then npm start (or catalogd)",
    "",
    `The data is in ${running.services.config.dataDir} and goes when you stop with Ctrl-C.`,
  ];
  say(lines.join("\n"));
}

/**
 * `catalogd demo`: starts on an empty temporary folder, shows the main job over HTTP, and stays running to try. Texts are written
 * by the model that is named or runs on this machine, where there is one.
 */
export async function demo(sources: Sources, named: NamedModel = {}): Promise<void> {
  const localModel = await findLocalModel(named);
  const config = await demoConfig(sources, localModel);
  const log = openLog(config.logLevel, "http");
  const running = await startService(config, log, new RecentLines());
  stopOnSignals(running, config, log);
  const { email = "", password = config.bootstrapAdminPassword ?? "", apiKey = "" } = running.first ?? {};
  const servers = {
    embedderUrl: await startEmbedder(),
    modelUrl: await startModel(),
    localModel,
    shopUrl: await startCompetitor(),
    shop: await startShop(),
    partner: await startPartner(),
  };
  const start = { ...servers, email, password };
  await setEnglish(running.url, start);
  say("An empty catalog in a temporary folder. Each line with a path is a call that any client can make.");
  const client = openClient(running.url, { "x-api-key": apiKey });
  for (const [index, [title, take]] of demoSteps(start).entries()) {
    say(`\n${bold(`${index + 1}. ${title}`)}`);
    await take(client).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandRefused(`The demo stopped at "${title}": ${reason}`);
    });
  }
  sayWhatNext(running);
}
