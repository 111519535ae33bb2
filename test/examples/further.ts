import { startEmbedder } from "../../src/cli/demo/embedder.ts";
import type { Description } from "../../src/http/describe/documents/schemas.ts";
import { plansOf } from "../../src/http/describe/example-plans.ts";
import type { Example } from "../../src/http/describe/examples.ts";
import { type Given, openTryOut } from "../../src/http/describe/pages/try-out.js";
import { openMailServer } from "../mail/mail-server.ts";
import { ADMIN, startService } from "../servers/service.ts";
import { ofApprovals } from "./approvals.ts";
import { type Answered, EXAMPLES_ENV, openCaller } from "./caller.ts";
import { temporaryFolderOfScript } from "./folder.ts";
import { startChatModel } from "./model.ts";
import { SECRET, SHOPS } from "./shops.ts";
import { SETTINGS } from "./story.ts";

/** A success answer that the story does not see. */
export interface Further extends Pick<Answered, "status" | "body"> {
  id: string;
}

type Body = Record<string, unknown>;
type Call = (id: string, change?: (given: Given) => Given) => Promise<Answered>;

const PATIENCE_MS = 30_000;
const TRIES = 20;

/** Calls until there is something in the answer. */
async function until(isThere: (body: Body) => boolean, call: () => Promise<Answered>): Promise<Answered> {
  const givesUpAtMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await call();
    if ((answer.status === 200 && isThere(Object(answer.body))) || performance.now() > givesUpAtMs) return answer;
    await Bun.sleep(100);
  }
}

const withBody = (more: object) => (given: Given) => ({ ...given, body: { ...Object(given.body), ...more } });

/** What is said of an export that is too long to wait for. */
async function longExport(call: Call, again: Call): Promise<Answered> {
  const rows = Array.from({ length: 1_100 }, (_, index) => `LONG-${index},Screw ${index}`).join("\n");
  const { body } = await call("uploadImport", withBody({ file: `sku,name\n${rows}\n` }));
  const path = { import_id: String(Object(body).id) };
  const own = (more: object) => () => ({ path, query: {}, ...more });
  await again("saveImportMapping", own({ body: { column_mapping: { sku: "sku", name: "name" } } }));
  await again("startImport", own({}));
  await until(
    ({ status }) => status === "completed",
    () => again("getImport", own({})),
  );
  return again("exportProductsInline", (given) => ({ ...given, query: {} }));
}

/** What is answered the second time, to a dry run, and about work that is not over. */
async function ofOtherStates(call: Call, again: Call): Promise<Record<string, Answered>> {
  const found: Record<string, Answered> = {};
  for (const id of ["upsertExtProduct", "blacklistCompetitor", "addToEntity", "putOption"]) {
    await call(id);
    found[id] = await again(id);
  }
  found["createTranslationBatch"] = await call("createTranslationBatch", withBody({ dry_run: true }));
  for (const id of ["deleteExportJob", "deleteExport"]) {
    for (let tried = 0; tried < TRIES && found[id]?.status !== 200; tried++) found[id] = await call(id);
  }
  found["exportProductsInline"] = await longExport(call, again);
  const exported = await call("exportProductsAsJson");
  const task = { task_id: String(Object(exported.body).task_id) };
  found["downloadExport"] = await until(
    () => true,
    () => call("downloadExport", (given) => ({ ...given, path: task })),
  );
  return found;
}

/** What became of values that a model has proposed: a person's texts stay until somebody accepts them. */
async function withProposals(call: Call): Promise<Record<string, Answered>> {
  await call("enrichProduct", (given) => ({ ...given, query: { types: "descriptions,seo", auto_apply: "never" } }));
  const { items = [] } = Object((await call("listProposals")).body) as { items?: { id: string }[] };
  const [first, second] = items.map(({ id }) => (given: Given) => ({ ...given, path: { proposal_id: id } }));
  return {
    getProposal: await call("getProposal", first),
    acceptProposal: await call("acceptProposal", first),
    rejectProposal: await call("rejectProposal", second),
  };
}

/** What a service with a model answers. */
async function withModel(call: Call, baseUrl: string): Promise<Record<string, Answered>> {
  const setting = { provider: "openai_compatible", model: "small-model", base_url: baseUrl };
  await call("putAiProvider", withBody(setting));
  await call("putWebSearch", withBody({ provider: "searxng", base_url: `${baseUrl}/search` }));
  const found = await withProposals(call);
  for (const id of ["enrichProduct", "rewriteForEntity", "executePrompt", "runPriceBot"]) found[id] = await call(id);
  found["rewriteForEntities"] = await call("rewriteForEntities", withBody({ overwrite: true }));
  found["applyEnrichment"] = await call("applyEnrichment");
  await call("addAiDocument");
  found["enrichProductFromDocuments"] = await until(
    ({ rag_chunks_found: chunks }) => chunks !== 0,
    () => call("enrichProductFromDocuments"),
  );
  found["runWebEnrichment"] = await call("runWebEnrichment");
  found["runWebEnrichment 202"] = await call("runWebEnrichment", withBody({ async_task: true }));
  await call("putSearchVector", withBody({ enabled: true, base_url: await startEmbedder(), dimensions: 512 }));
  await call("createProduct", withBody({ name: "Folding knife No. 7", ean: "3123840007002", reference: "OPI-07" }));
  found["listSimilarProducts"] = await until(
    ({ items }) => Array.isArray(items) && items.length > 0,
    () => call("listSimilarProducts"),
  );
  return found;
}

async function ofShops(url: string, call: Call, pathOf: (id: string) => string): Promise<Record<string, Answered>> {
  const found: Record<string, Answered> = {};
  await call("createProduct", withBody({ name: "Folding knife", reference: "SHOP-1" }));
  for (const [id, { platform, credentials, headers, query = "", sent: own }] of Object.entries(SHOPS)) {
    await call("createConnector", () => ({
      path: {},
      query: {},
      body: { platform_id: platform, name: platform, credentials },
    }));
    const names = { title: "Folding knife", name: "Folding knife", sku: "SHOP-1" };
    const body = JSON.stringify(own ?? { id: 8123, ...names, quantity: 8 });
    const sent = { ...headers(body), "content-type": "application/json" };
    const response = await fetch(`${url}${pathOf(id)}${query}`, { method: "POST", headers: sent, body });
    found[id] = { status: response.status, type: "application/json", body: await response.json() };
  }
  return found;
}

/** What one connector of its own is asked. */
async function ofConnector(call: Call, id: string, connector: object): Promise<Answered> {
  const { body } = await call("createConnector", () => ({ path: {}, query: {}, body: connector }));
  return call(id, (given) => ({ ...given, path: { connector_id: String(Object(body).id) } }));
}

const SHOP_WITH_APP = {
  platform_id: "shopify",
  name: "Shop with an app",
  credentials: { shop_url: "https://shop.example.com", client_id: "app-1", client_secret: SECRET },
};
const EBAY = {
  platform_id: "ebay",
  name: "eBay",
  credentials: {
    marketplace_id: "EBAY_FR",
    client_id: "app-1",
    client_secret: SECRET,
    refresh_token: "t",
    webhook_secret: "verification_token_of_32_letters",
  },
};

/** What somebody is answered who has the token of a mail. */
async function ofMail(): Promise<Answered> {
  const server = await openMailServer();
  const env = { CATALOGD_SMTP_URL: server.url, CATALOGD_LOG_LEVEL: "warn" };
  const service = await startService({ folder: temporaryFolderOfScript("mail"), env });
  const post = (path: string, body: object) =>
    fetch(`${service.url}/api/v1/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await post("forgot-password", { email: ADMIN.email });
  const tokens = () => server.mails.flatMap(({ body }) => /\w{10,36}\.[\w-]{43}/.exec(body)?.[0] ?? []);
  while (tokens().length === 0) await Bun.sleep(50);
  const [token] = tokens();
  const response = await post("reset-password", { token, new_password: "another Horse 2 battery" });
  const answer = { status: response.status, type: "application/json", body: await response.json() };
  await service.kill("SIGTERM");
  await server.close();
  return answer;
}

/** Asks a service of their own for the success answers that the story does not see. */
export async function furtherAnswers(description: Description, examples: readonly Example[]): Promise<Further[]> {
  const service = await startService({
    folder: temporaryFolderOfScript("further"),
    env: { ...EXAMPLES_ENV, CATALOGD_LOG_LEVEL: "warn", CATALOGD_OUTBOUND_ALLOW: "127.0.0.1/32" },
  });
  const plans = plansOf(description, examples);
  const caller = await openCaller(service);
  const send = (id: string, { path, query, body }: Given) => {
    const plan = plans[id];
    if (!plan) throw new Error(`There is no example of ${id}`);
    return caller(plan, { path, query, body }, 0);
  };
  const page = openTryOut({ plans, send, agree: () => true });
  const last = new Map<string, Given>();
  const call: Call = async (id, change = (given) => given) => {
    const filled = await page.fill(id);
    if (!filled) throw new Error(`${id} is not filled in`);
    const given = change(filled);
    last.set(id, given);
    return send(id, given);
  };
  const again: Call = (id, change = (given) => given) => send(id, change(last.get(id) ?? { path: {}, query: {} }));
  for (const id of SETTINGS) await send(id, plans[id]?.given ?? { path: {}, query: {} });
  const model = startChatModel();
  const found = {
    ...(await ofOtherStates(call, again)),
    ...(await withModel(call, model.url)),
    ...(await ofShops(service.url, call, (id) => plans[id]?.path ?? "")),
    // The page on which an owner agrees.
    askConnectorConsent: await ofConnector(call, "askConnectorConsent", SHOP_WITH_APP),
    answerEbayChallenge: await ofConnector(call, "answerEbayChallenge", EBAY),
    resetPassword: await ofMail(),
    revertRepricingRun: await call("revertRepricingRun", withBody({ background: false })),
    ...(await ofApprovals(service.url, call)),
  };
  await service.kill("SIGTERM");
  return Object.entries(found).map(([name, { status, body }]) => ({
    id: name.replace(" 202", ""),
    status,
    body,
  }));
}
