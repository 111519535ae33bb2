import { createHash, randomUUID } from "node:crypto";
import type { Received, Reply } from "./shops.ts";

export interface SellerOrder {
  orderId: string;
  creationDate: string;
  lastModifiedDate: string;
  orderPaymentStatus: string;
  cancelStatus: { cancelState: string; cancelRequests: object[] };
  lineItems: { lineItemId: string; sku: string; quantity: number }[];
}

interface Destination {
  name: string;
  status: string;
  deliveryConfig: { endpoint: string; verificationToken: string };
}

interface Subscription {
  topicId: string;
  status: string;
  destinationId: string;
  payload: { format: string; schemaVersion: string; deliveryProtocol: string };
}

interface How {
  /** The key by which it signs, as PEM, and the digest that it names. */
  pem?: string;
  digest?: string;
  /** Asks an address for its answer to a challenge; absent: every address is taken for one that knows its token. */
  asks?: (url: string) => Promise<Response>;
  /** The number of the error by which it refuses destinations or subscriptions. */
  refuses?: string;
}

const API = "/commerce/notification/v1";
const fault = (status: number, errorId: number, message: string): Reply => ({
  status,
  json: { errors: [{ errorId, domain: "API_NOTIFICATION", category: "REQUEST", message }] },
});
const NO_CONFIG = fault(409, 195003, "Please provide configurations required for notifications. Refer to /config");
const made = (kind: string, id: string): Reply => ({
  status: 201,
  headers: { location: `https://api.ebay.com${API}/${kind}/${id}` },
  text: "",
});
const NONE: Reply = { status: 204, text: "" };
const NOWHERE: Reply = { status: 404, json: {} };

/** An eBay seller's account: notifications, by its published description, and orders. */
export function ebaySeller({ pem = "", digest = "SHA1", asks, refuses }: How = {}) {
  const destinations = new Map<string, Destination>();
  const subscriptions = new Map<string, Subscription>();
  const orders = new Map<string, SellerOrder>();
  const ids = { d: 0, s: 0 };

  async function challenge(
    ask: NonNullable<typeof asks>,
    { deliveryConfig: { endpoint, verificationToken } }: Destination,
  ): Promise<boolean> {
    const code = randomUUID();
    const answer = await ask(`${endpoint.replace(/^https:\/\/[^/]+/, "http://localhost")}?challenge_code=${code}`);
    const { challengeResponse } = (await answer.json()) as { challengeResponse?: string };
    const wanted = createHash("sha256").update(code).update(verificationToken).update(endpoint).digest("hex");
    return challengeResponse === wanted;
  }

  function keep(id: string, sent: Destination): Reply {
    const isNew = !destinations.has(id);
    destinations.set(id, sent);
    return isNew ? made("destination", id) : NONE;
  }

  function putDestination(id: string, sent: Destination): Reply | Promise<Reply> {
    if (refuses === "195003") return NO_CONFIG;
    if (!/^[\w-]{32,80}$/.test(sent.deliveryConfig.verificationToken)) return fault(400, 195019, "Invalid token");
    const failed = fault(409, 195020, "Challenge verification failed for requested endpoint");
    return asks ? challenge(asks, sent).then((isAnswered) => (isAnswered ? keep(id, sent) : failed)) : keep(id, sent);
  }

  function putSubscription(id: string, sent: Partial<Subscription>): Reply {
    if (refuses === "195011") return fault(403, 195011, "Not authorized for this topic.");
    const before = subscriptions.get(id);
    subscriptions.set(id, { ...(before as Subscription), ...sent });
    return before ? NONE : made("subscription", id);
  }

  function remove(kind: string, id: string): Reply {
    const isUsed = [...subscriptions.values()].some(({ destinationId }) => destinationId === id);
    if (kind === "destination" && (isUsed || destinations.get(id)?.status === "ENABLED"))
      return fault(409, 195024, "Destination is in use and cannot be deleted.");
    (kind === "destination" ? destinations : subscriptions).delete(id);
    return NONE;
  }

  const listed = {
    destination: () => ({
      destinations: [...destinations].map(([destinationId, each]) => ({ destinationId, ...each })),
    }),
    subscription: () => ({
      subscriptions: [...subscriptions].map(([subscriptionId, each]) => ({ subscriptionId, ...each })),
    }),
  };
  const TOPIC = {
    topicId: "ORDER_CONFIRMATION",
    supportedPayloads: ["1.0", "1.1"].map((schemaVersion) => ({
      ...{ format: ["JSON"], schemaVersion, deliveryProtocol: "HTTPS", deprecated: false },
    })),
  };

  const keyOf = (id: string): Reply =>
    id === "key-1"
      ? { json: { key: pem.replaceAll("\n", ""), algorithm: "ECDSA", digest } }
      : fault(404, 195001, "The specified key id is invalid.");
  const read: Record<string, (id: string) => Reply> = {
    topic: () => ({ json: TOPIC }),
    public_key: keyOf,
    destination: () => ({ json: listed.destination() }),
    subscription: () => ({ json: listed.subscription() }),
  };

  function notify({ method, text }: Received, rest: string): Reply | Promise<Reply> {
    const [kind = "", id = ""] = rest.split("/").map(decodeURIComponent);
    if (method === "DELETE") return remove(kind, id);
    if (method === "GET") return read[kind]?.(id) ?? NOWHERE;
    const sent = JSON.parse(text);
    if (kind === "destination") return putDestination(id || `d${++ids.d}`, sent);
    return putSubscription(id || `s${++ids.s}`, sent);
  }

  const tokenFor = ({ text }: Received): Reply => {
    const isApp = text.includes("client_credentials");
    return { json: { access_token: isApp ? "application" : "seller", expires_in: 7200 } };
  };

  /** A subscription is a seller's, all else the application's. */
  function notified(requests: Received, rest: string): Reply | Promise<Reply> {
    const wanted = rest.startsWith("subscription") ? "Bearer seller" : "Bearer application";
    return requests.headers["authorization"] === wanted ? notify(requests, rest) : fault(403, 1100, "Access denied");
  }

  function ordered(query: URLSearchParams): Reply {
    const named = query.get("orderIds")?.split(",");
    const found = [...orders.values()].filter(({ orderId }) => named === undefined || named.includes(orderId));
    return { json: { orders: found, total: found.length } };
  }

  const reply = (requests: Received): Reply | Promise<Reply> => {
    const { pathname, searchParams } = new URL(requests.path, "https://receiver.test");
    if (pathname.endsWith("/oauth2/token")) return tokenFor(requests);
    if (pathname.startsWith(`${API}/`)) return notified(requests, pathname.slice(API.length + 1));
    return pathname === "/sell/fulfillment/v1/order" ? ordered(searchParams) : NOWHERE;
  };
  return { destinations, subscriptions, orders, reply, notify };
}
