import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import packageJson from "../../package.json" with { type: "json" };
import type { PartHealth } from "../health.ts";
import { openAccess } from "./access.ts";
import { ApiError } from "./errors.ts";
import type { GateServices } from "./gate.ts";

export interface HealthServices extends GateServices {
  now: () => number;
  health(): Promise<Record<string, PartHealth>>;
}

const HealthBody = Type.Object({
  status: Type.Literal("ok"),
  version: Type.String({ description: "The running release" }),
  timestamp: Type.String({ format: "date-time" }),
});
const ReadyBody = Type.Object({
  status: Type.Literal("ok"),
  parts: Type.Record(
    Type.String(),
    Type.Object({ status: Type.Union([Type.Literal("up"), Type.Literal("down")]) }, { additionalProperties: true }),
    { description: "Each part of the service and facts about it" },
  ),
});

// A monitor may ask often; the parts are looked at once in this time.
const KEEP_MS = 1000;

/** Looks at the parts, at most once a second. */
function recentHealth({ health, now }: HealthServices): () => Promise<Record<string, PartHealth>> {
  let looked: { atMs: number; parts: Promise<Record<string, PartHealth>> } | undefined;
  return () => {
    const atMs = now();
    if (!looked || atMs - looked.atMs >= KEEP_MS) looked = { atMs, parts: health() };
    return looked.parts;
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
  const alive = () => ({
    status: "ok" as const,
    version: packageJson.version,
    timestamp: new Date(services.now()).toISOString(),
  });
  return new Elysia({ prefix: "/health", tags: ["Health"] })
    .use(openAccess(services))
    .get(
      "",
      async () => {
        refuseDown(await lookAtParts(), ["database"]);
        return alive();
      },
      {
        policy,
        response: { 200: HealthBody },
        detail: { operationId: "getHealth", summary: "Whether the service works" },
      },
    )
    .get("/live", alive, {
      policy,
      response: { 200: HealthBody },
      detail: { operationId: "getLiveness", summary: "Whether the process answers" },
    })
    .get(
      "/ready",
      async () => {
        const parts = await lookAtParts();
        refuseDown(parts, Object.keys(parts));
        return { status: "ok" as const, parts };
      },
      {
        policy,
        response: { 200: ReadyBody },
        detail: { operationId: "getReadiness", summary: "Whether every part of the service works" },
      },
    );
};
