import type { Reader } from "../../../../db/ports.ts";
import {
  countSimulated,
  findSimulation,
  listSimulatedChanges,
  listSimulatedSkips,
} from "../../../../db/repricing/runs.ts";
import { accessRoutes } from "../../../http/gate/access.ts";
import { keysetPage } from "../../../http/input/keyset-page.ts";
import type { Page } from "../../../http/input/page.ts";
import { readSizedPage, SizedPageQuery, sizedPage, sizedPageOf } from "../../../http/input/page-size.ts";
import { required } from "../../../http/output/errors.ts";
import type { Services } from "../../../runtime/services.ts";
import { VIEW_PRICES } from "../../pricing/policies.ts";
import { Plans, Skips } from "../runs/bodies.ts";
import { SimulationParams } from "../runs/schema.ts";

interface Wanted<Entry> {
  page: Page;
  isSkipped: boolean;
  nowMs: number;
  list: (db: Reader, range: { simulationId: string; from: number; limit: number }) => Promise<Entry[]>;
}

/** A page of what a simulation has found, in its order. Throws NOT_FOUND for one that has run out. */
async function pageOfSimulation<Entry>(
  db: Reader,
  simulationId: string,
  { page, isSkipped, nowMs, list }: Wanted<Entry>,
): Promise<{ items: Entry[]; total: number; next: string | null }> {
  const found = await findSimulation(db, simulationId);
  required(found && found.expiresAtMs >= nowMs ? found : undefined, "simulation", simulationId);
  const { items, ...rest } = await keysetPage(page, {
    name: `repricing-simulation ${simulationId} ${isSkipped}`,
    shape: ["count"],
    read: async ({ after, offset, limit }) => {
      const from = after ? after[0] + 1 : offset;
      return (await list(db, { simulationId, from, limit })).map((entry, index) => ({ entry, index: from + index }));
    },
    count: () => countSimulated(db, simulationId, isSkipped),
    place: ({ index }) => [index],
  });
  return { items: items.map(({ entry }) => entry), ...rest };
}

const KEPT = "In the order in which the products were added; for as long as the simulation can be run.";

/** `/prices/repricing/simulations/{simulation_id}`: all that a simulation has found. */
export const simulationRoutes = (services: Services) =>
  accessRoutes(services, "Repricing", "/prices/repricing/simulations/:simulation_id")
    .get(
      "/changes",
      async ({ db, params, query }) => {
        const page = readSizedPage(query);
        const wanted = { page, isSkipped: false, nowMs: services.now(), list: listSimulatedChanges };
        const { items, total, next } = await pageOfSimulation(db, params.simulation_id, wanted);
        return sizedPage(items.map(Plans.of), total, page, next);
      },
      {
        policy: VIEW_PRICES,
        params: SimulationParams,
        query: SizedPageQuery,
        response: { 200: sizedPageOf(Plans.expanding({ product: "product" })) },
        detail: { operationId: "listSimulatedChanges", summary: "List the changes of a simulation", description: KEPT },
      },
    )
    .get(
      "/skipped",
      async ({ db, params, query }) => {
        const page = readSizedPage(query);
        const wanted = { page, isSkipped: true, nowMs: services.now(), list: listSimulatedSkips };
        const { items, total, next } = await pageOfSimulation(db, params.simulation_id, wanted);
        return sizedPage(items.map(Skips.of), total, page, next);
      },
      {
        policy: VIEW_PRICES,
        params: SimulationParams,
        query: SizedPageQuery,
        response: { 200: sizedPageOf(Skips.expanding({ product: "product" })) },
        detail: {
          operationId: "listSimulatedSkips",
          summary: "List the products that a simulation skips",
          description: KEPT,
        },
      },
    );
