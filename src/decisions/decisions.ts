import { listWaiting, type Waiting, type WaitingKind } from "../../db/decisions/waiting.ts";
import type { Reader } from "../../db/ports.ts";
import { countViolations } from "../../db/price-monitor/violations.ts";
import { VIEW as VIEW_AI } from "../ai/provider/policies.ts";
import { READ as READ_CONNECTORS } from "../connectors/policies.ts";
import { requireRights } from "../http/gate/admission.ts";
import type { Principal } from "../http/gate/credentials/principal.ts";
import type { AccessPolicy } from "../http/gate/policy.ts";
import { ApiError } from "../http/output/errors.ts";
import { READ as READ_IMPORTS } from "../imports/policies.ts";
import { violationsSince } from "../prices/map-prices/violation-body.ts";
import { VIEW_MONITOR } from "../prices/price-monitor/policies.ts";
import { EDIT_PRICES } from "../prices/pricing/policies.ts";
import { VIEW } from "../products/policies.ts";
import { findStats } from "../products/stats/find-stats.ts";
import type { Services } from "../runtime/services.ts";
import { isoOrNull } from "../text/instant.ts";
import { READ as READ_WEBHOOKS } from "../webhooks/policies.ts";

const DAY_MS = 86_400_000;
/** What is older is not looked at. */
const LOOKED_AT_DAYS = 30;

type Read = (services: DecisionServices, db: Reader) => Promise<Waiting[]>;
type DecisionServices = Pick<Services, "call" | "cache" | "now">;

/** A kind of what a person decides: who may see it, what of it waits, where the API lists it. */
interface Decision {
  kind: string;
  rights: AccessPolicy;
  read: Read;
  path: (id: string) => string;
}

const stored =
  (kind: WaitingKind): Read =>
  ({ now }, db) =>
    listWaiting(db, kind, now() - LOOKED_AT_DAYS * DAY_MS);
const counted = (count: number): Waiting[] => (count === 0 ? [] : [{ id: null, name: null, count, oldestMs: null }]);

const DECISIONS = [
  { kind: "import_mapping", rights: READ_IMPORTS, read: stored("import_mapping"), path: (id) => `/imports/${id}` },
  { kind: "import_errors", rights: READ_IMPORTS, read: stored("import_errors"), path: (id) => `/imports/${id}/errors` },
  { kind: "pending_codes", rights: READ_IMPORTS, read: stored("pending_codes"), path: () => "/imports/ean-pending" },
  { kind: "ai_proposals", rights: VIEW_AI, read: stored("ai_proposals"), path: () => "/enrichment/review" },
  { kind: "translations", rights: VIEW, read: stored("translations"), path: () => "/content-variants/unreviewed" },
  {
    kind: "publication",
    rights: { ...VIEW, permission: "PUBLISH_CATALOG" },
    read: async (services, db) => {
      const found = await findStats(services, db, { kind: "overview", nowMs: services.now() });
      return counted(found.by_workflow_status["review"] ?? 0);
    },
    path: () => "/products?workflow_status=review",
  },
  { kind: "doubtful_prices", rights: VIEW_MONITOR, read: stored("doubtful_prices"), path: () => "/prices/validation" },
  {
    kind: "map_violations",
    rights: VIEW_MONITOR,
    read: async ({ now }, db) =>
      counted(await countViolations(db, { productId: null, competitorId: null, sinceMs: violationsSince(now()) })),
    path: () => "/prices/map/violations",
  },
  { kind: "price_alerts", rights: VIEW_MONITOR, read: stored("price_alerts"), path: () => "/prices/alerts/triggered" },
  {
    kind: "repricing_runs",
    rights: EDIT_PRICES,
    read: stored("repricing_runs"),
    path: () => "/prices/repricing/runs?status=awaiting_approval",
  },
  {
    kind: "unknown_skus",
    rights: READ_CONNECTORS,
    read: stored("unknown_skus"),
    path: (id) => `/connectors/${id}/unknown-skus`,
  },
  { kind: "shop_errors", rights: READ_CONNECTORS, read: stored("shop_errors"), path: (id) => `/connectors/${id}` },
  {
    kind: "failed_deliveries",
    rights: READ_WEBHOOKS,
    read: stored("failed_deliveries"),
    path: (id) => `/webhooks/${id}/logs`,
  },
] as const satisfies Decision[];

export const DECISION_KINDS = DECISIONS.map(({ kind }) => kind);

/** Where many of a kind are decided by one request. */
const DECIDED_BY: Partial<Record<(typeof DECISION_KINDS)[number], string>> = {
  ai_proposals: "/enrichment/review/decide",
  translations: "/content-variants/unreviewed/decide",
};

function mayRead(principal: Principal, rights: AccessPolicy): boolean {
  try {
    requireRights(principal, rights);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** What waits for a decision that this caller may read, in the order of the kinds. */
export async function findDecisions(services: DecisionServices, db: Reader, principal: Principal) {
  const seen = DECISIONS.filter(({ rights }) => mayRead(principal, rights));
  const found = await Promise.all(
    seen.map(async ({ kind, read, path }: (typeof seen)[number]) => {
      const waiting = await read(services, db);
      return waiting.map(({ id, name, count, oldestMs }) => ({
        kind,
        count,
        oldest_at: isoOrNull(oldestMs),
        subject: id === null ? null : { id, name: name ?? "" },
        path: path(id ?? ""),
        decide_path: DECIDED_BY[kind] ?? null,
      }));
    }),
  );
  const items = found.flat();
  return { total: items.reduce((sum, { count }) => sum + count, 0), items };
}
