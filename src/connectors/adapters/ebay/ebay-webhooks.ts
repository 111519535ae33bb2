import { createHash, createVerify } from "node:crypto";
import type { Report, WebhookSender } from "../../engine/define-platform.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { PublicKey, RegisteredWebhook, WebhookRegistry } from "../../engine/shop/shop-webhook.ts";
import { answerOf, answerToApp } from "./ebay-call.ts";

// Source: https://developer.ebay.com/api-docs/commerce/notification/overview.html : destinations are the application's, subscriptions
// the seller's; the check of signatures is that of github.com/eBay/event-notification-nodejs-sdk.
const API = "commerce/notification/v1";
const PAGE = 100;
const PAGES_MAX = 20;
/** The only topic of orders that needs no permission of eBay's own: cancellations come by the scheduled pull. */
export const TOPIC = "ORDER_CONFIRMATION";

/** What eBay's numbers of errors mean for the owner of an application. */
const ADVICE: Readonly<Record<string, string>> = {
  195003:
    "eBay notifies only applications that have an e-mail address for alerts: developer.ebay.com, Application access keys, Notifications",
  195011: "The consent lacks sell.fulfillment.readonly: ask for it again",
  195019: "The webhook_secret must have 32 to 80 letters, digits, _ or -",
  195020: "eBay got no answer of ours from the address: it must be reachable by https from outside",
};

function advised(error: unknown): never {
  if (!(error instanceof PlatformError)) throw error;
  const [, advice] = Object.entries(ADVICE).find(([id]) => error.message.includes(id)) ?? [];
  throw advice === undefined ? error : new PlatformError("refused", `${advice} (${error.message})`);
}

type Asks = typeof answerOf;

/** All of a list, page by page. */
async function listAll(api: Api, asks: Asks, kind: "destination" | "subscription"): Promise<unknown[]> {
  const all: unknown[] = [];
  let query = `limit=${PAGE}`;
  for (let page = 0; page < PAGES_MAX; page++) {
    const found = (await asks(api, `${API}/${kind}?${query}`)).json();
    all.push(...listOf(member(found, `${kind}s`)));
    const next = textOf(member(found, "next"));
    if (next === undefined) return all;
    query = next.split("?")[1] ?? "";
  }
  return all;
}

const destinationsOf = (api: Api) => listAll(api, answerToApp, "destination");
const subscriptionsOf = (api: Api) => listAll(api, answerOf, "subscription");
const endOf = (location: string | undefined) => location?.split("/").at(-1);
const at = (kind: string, id: string) => `${API}/${kind}/${encodeURIComponent(id)}`;

/** The destination that sends to an address; one that sent elsewhere is moved. eBay asks the address first. */
async function destinationFor(api: Api, known: ReadonlySet<string>, to: { address: string; secret: string }) {
  const all = await destinationsOf(api);
  const idOf = (each: unknown) => textOf(member(each, "destinationId")) ?? "";
  const same = all.find((each) => member(each, "deliveryConfig", "endpoint") === to.address);
  const id = idOf(same ?? all.find((each) => known.has(idOf(each))));
  const deliveryConfig = { endpoint: to.address, verificationToken: to.secret };
  const json = { name: "catalogd", status: "ENABLED", deliveryConfig };
  const made = await (id === ""
    ? answerToApp(api, `${API}/destination`, { method: "POST", json })
    : answerToApp(api, at("destination", id), { method: "PUT", json })
  ).catch(advised);
  const own = id === "" ? endOf(made.headers["location"]) : id;
  if (own === undefined) throw new PlatformError("refused", "eBay gave no id of a destination");
  return own;
}

/** The newest form of a topic that eBay does not call deprecated. */
async function payloadOf(api: Api, topic: string) {
  const said = (await answerToApp(api, at("topic", topic))).json();
  const versions = listOf(member(said, "supportedPayloads"))
    .filter((each) => member(each, "deprecated") !== true)
    .flatMap((each) => textOf(member(each, "schemaVersion")) ?? []);
  const schemaVersion = versions.toSorted((one, other) => one.localeCompare(other, "en", { numeric: true })).at(-1);
  if (schemaVersion === undefined) throw new PlatformError("refused", `eBay has no form of ${topic} any more`);
  return { format: "JSON", schemaVersion, deliveryProtocol: "HTTPS" };
}

async function subscribe(
  api: Api,
  { topic, id }: { topic: string; id: string | null },
  destinationId: string,
): Promise<RegisteredWebhook> {
  try {
    const json = { topicId: topic, status: "ENABLED", destinationId, payload: await payloadOf(api, topic) };
    const { topicId: _, ...changed } = json;
    const made = await (id === null
      ? answerOf(api, `${API}/subscription`, { method: "POST", json })
      : answerOf(api, at("subscription", id), { method: "PUT", json: changed })
    ).catch(advised);
    const own = id ?? endOf(made.headers["location"]);
    return own === undefined ? { topic, error: "eBay gave no id" } : { topic, id: own };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
    return { topic, error: error.message };
  }
}

const isGone = (status: number) => status < 400 || status === 404;

/** Only a destination that is disabled can be deleted; one that eBay keeps sends nothing without a subscription. */
async function leave(api: Api, destination: unknown): Promise<void> {
  const id = textOf(member(destination, "destinationId")) ?? "";
  const { name, deliveryConfig } = Object(destination);
  try {
    const json = { name, deliveryConfig, status: "DISABLED" };
    await answerToApp(api, at("destination", id), { method: "PUT", json }, isGone);
    await answerToApp(api, at("destination", id), { method: "DELETE" }, isGone);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason === "unreachable") throw error;
  }
}

/** Subscriptions of a seller, with the destination of the application that they send to. */
export const webhooks: WebhookRegistry = {
  list: async (api) => {
    const endpoints = new Map(
      (await destinationsOf(api)).map((each) => [
        member(each, "destinationId"),
        textOf(member(each, "deliveryConfig", "endpoint")) ?? "",
      ]),
    );
    return (await subscriptionsOf(api)).map((each) => ({
      id: String(member(each, "subscriptionId")),
      topic: textOf(member(each, "topicId")) ?? "",
      address: endpoints.get(member(each, "destinationId")) ?? "",
    }));
  },
  put: async (api, wanted, to) => {
    const ids = new Set(wanted.map(({ id }) => id));
    const ours = (await subscriptionsOf(api)).filter((each) => ids.has(String(member(each, "subscriptionId"))));
    const known = new Set(ours.map((each) => String(member(each, "destinationId"))));
    const destinationId = await destinationFor(api, known, to);
    const registered: RegisteredWebhook[] = [];
    for (const each of wanted) registered.push(await subscribe(api, each, destinationId));
    return registered;
  },
  remove: async (api, ids) => {
    const before = await subscriptionsOf(api);
    const isRemoved = (each: unknown) => ids.includes(String(member(each, "subscriptionId")));
    const [left, gone] = [before.filter((each) => !isRemoved(each)), before.filter(isRemoved)];
    for (const id of ids) await answerOf(api, at("subscription", id), { method: "DELETE" }, isGone);
    const used = new Set(left.map((each) => member(each, "destinationId")));
    const unused = new Set(gone.map((each) => member(each, "destinationId")).filter((id) => !used.has(id)));
    for (const each of await destinationsOf(api)) if (unused.has(member(each, "destinationId"))) await leave(api, each);
  },
};

/** The key of eBay's by which a delivery is signed; `undefined`: it has none of that id. */
export async function publicKey(api: Api, keyId: string): Promise<PublicKey | undefined> {
  const isRead = (status: number) => status < 400 || status === 400 || status === 404;
  const answer = await answerToApp(api, at("public_key", keyId), {}, isRead);
  const said = answer.status < 400 ? answer.json() : {};
  const key = textOf(member(said, "key"));
  if (key === undefined) return undefined;
  // It comes without line breaks.
  const body = key.replaceAll(/-----(?:BEGIN|END) PUBLIC KEY-----|\s/g, "");
  const lines = body.match(/.{1,64}/g)?.join("\n") ?? "";
  const pem = `-----BEGIN PUBLIC KEY-----\n${lines}\n-----END PUBLIC KEY-----\n`;
  return { pem, digest: textOf(member(said, "digest")) ?? "SHA1" };
}

const DIGESTS: Readonly<Record<string, string>> = {
  SHA1: "sha1",
  SHA256: "sha256",
  SHA384: "sha384",
  SHA512: "sha512",
};
const KEY_ID = /^[\w.-]{1,100}$/;

/** What the header of a delivery says: which key has signed it, and how. */
function signatureIn(header: string): { keyId: string; signature: string } | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(header, "base64").toString("utf8"));
    const [keyId, signature] = [textOf(member(said, "kid")), textOf(member(said, "signature"))];
    return keyId !== undefined && signature !== undefined && KEY_ID.test(keyId) ? { keyId, signature } : undefined;
  } catch {
    return undefined;
  }
}

/** What was signed: eBay's own check reads the body and writes it again without blanks. */
function* formsOf(bytes: Uint8Array): Generator<Uint8Array | string> {
  yield bytes;
  try {
    yield JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    // A body that is no JSON is refused anyway.
  }
}

/**
 * Verifies that eBay has sent a delivery. Its key signs those to all sellers: what one names is read with the connector's own token,
 * which shows no order of another seller.
 */
export const verifies: WebhookSender["verifies"] = async ({ webhook_secret: secret = "" }, sent) => {
  const said = secret === "" ? undefined : signatureIn(sent.signature);
  const key = said && (await sent.publicKey(said.keyId));
  const digest = DIGESTS[key?.digest.toUpperCase() ?? ""];
  if (!said || !key || digest === undefined) return false;
  try {
    for (const form of formsOf(sent.bytes)) {
      if (createVerify(digest).update(form).verify(key.pem, said.signature, "base64")) return true;
    }
  } catch {
    // A signature that is none.
  }
  return false;
};

/** What proves to eBay that an address is ours. */
export function answersChallenge(
  { webhook_secret: secret = "" }: Record<string, string>,
  { query, address }: { query: URLSearchParams; address: string },
): { challengeResponse: string } | undefined {
  const code = query.get("challenge_code") ?? "";
  if (code === "" || secret === "") return undefined;
  return { challengeResponse: createHash("sha256").update(code).update(secret).update(address).digest("hex") };
}

/** What a delivery names: an order. */
export function reportOf(body: Record<string, unknown>): Report {
  const topic = textOf(member(body, "metadata", "topic")) ?? "";
  const externalId = textOf(member(body, "notification", "data", "order", "orderId"));
  const isOrder = topic === TOPIC && externalId !== undefined;
  return { topic, changed: isOrder ? [{ kind: "order", externalId }] : [], deleted: [] };
}
