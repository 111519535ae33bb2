import { Type } from "@sinclair/typebox";
import packageJson from "../../../package.json" with { type: "json" };
import type { PartHealth } from "../../runtime/services.ts";
import { consoleBuild } from "../console/open-console.ts";
import { openRoutes } from "../gate/access.ts";
import { type InsideServices, mayLookInside } from "../gate/caller/local-caller.ts";
import type { GateServices } from "../gate/gate.ts";
import { ApiError } from "../output/errors.ts";

export interface HealthServices extends GateServices {
  config: GateServices["config"] & InsideServices["config"];
  now: () => number;
  health(): Promise<Record<string, PartHealth>>;
}

const HealthBody = Type.Object({
  status: Type.Literal("ok"),
  version: Type.String({ description: "Version of the service" }),
  build: Type.Optional(
    Type.String({
      description: "Names the build of the console that is served, also within a version; absent without one",
    }),
  ),
  timestamp: Type.String({ format: "date-time" }),
  search_behind_seconds: Type.Optional(
    Type.Integer({
      description: "Age of the oldest change missing in the search index; 0 if none",
    }),
  ),
  deliveries_behind_seconds: Type.Optional(
    Type.Integer({ description: "How long the oldest delivery to a healthy receiver has been due; 0 if none" }),
  ),
});
const ReadyBody = Type.Object({
  status: Type.Literal("ok"),
  parts: Type.Record(
    Type.String(),
    Type.Object({ status: Type.Union([Type.Literal("up"), Type.Literal("down")]) }, { additionalProperties: true }),
    { description: "State and details of each component" },
  ),
});

// A monitor may ask often; the parts are looked at once in this time.
const CACHE_MS = 1000;

/** Looks at the parts, at most once a second. */
function recentHealth({ health, now }: HealthServices): () => Promise<Record<string, PartHealth>> {
  let looked: { atMs: number; parts: Promise<Record<string, PartHealth>> } | undefined;
  return () => {
    const atMs = now();
    if (!looked || atMs - looked.atMs >= CACHE_MS) looked = { atMs, parts: health() };
    return looked.parts;
  };
}

/** What strangers may see of the parts: reasons name servers and folders. */
const statusesOf = (parts: Record<string, PartHealth>): Record<string, PartHealth> =>
  Object.fromEntries(Object.entries(parts).map(([name, { status }]) => [name, { status }]));

/** How far a part is behind; nothing when that is unknown. */
function behind(part: PartHealth | undefined): number | undefined {
  const seconds = part?.["behind_seconds"];
  return typeof seconds === "number" ? seconds : undefined;
}

/** What anybody may know of the parts: no more than how far they are behind. */
function lagOf({ search, webhooks }: Record<string, PartHealth>) {
  const [searchSeconds, deliveriesSeconds] = [behind(search), behind(webhooks)];
  return {
    ...(searchSeconds !== undefined && { search_behind_seconds: searchSeconds }),
    ...(deliveriesSeconds !== undefined && { deliveries_behind_seconds: deliveriesSeconds }),
  };
}

function refuseDown(parts: Record<string, PartHealth>, names: string[]): void {
  if (names.some((name) => parts[name]?.status === "down")) {
    throw new ApiError("SYSTEM_SERVICE_UNAVAILABLE", { details: { parts } });
  }
}

const policy = { credential: "none", tier: "HEALTH_CHECK" } as const;

/** `/health`: whether the service answers (`live`), whether its database does, and whether all of it does (`ready`). */
export const healthRoutes = (services: HealthServices) => {
  const lookAtParts = recentHealth(services);
  const shownTo = async (request: Request) => {
    const parts = await lookAtParts();
    return mayLookInside(request, services) ? parts : statusesOf(parts);
  };
  const alive = () => {
    const build = consoleBuild();
    return {
      status: "ok" as const,
      version: packageJson.version,
      ...(build !== undefined && { build }),
      timestamp: new Date(services.now()).toISOString(),
    };
  };
  return openRoutes(services, "Health", "/health")
    .get(
      "",
      async ({ request }) => {
        refuseDown(await shownTo(request), ["database"]);
        return { ...alive(), ...lagOf(await lookAtParts()) };
      },
      {
        policy,
        response: { 200: HealthBody },
        detail: { operationId: "getHealth", summary: "Get the health of the service" },
      },
    )
    .get("/live", alive, {
      policy,
      response: { 200: HealthBody },
      detail: { operationId: "getLiveness", summary: "Liveness probe" },
    })
    .get(
      "/ready",
      async ({ request }) => {
        const parts = await shownTo(request);
        refuseDown(parts, Object.keys(parts));
        return { status: "ok" as const, parts };
      },
      {
        policy,
        response: { 200: ReadyBody },
        detail: {
          operationId: "getReadiness",
          summary: "Readiness probe",
          description:
            "Details are returned on loopback or with the metrics token as a bearer token; other callers get states only.",
        },
      },
    );
};
