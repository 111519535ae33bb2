import { type TObject, Type } from "@sinclair/typebox";
import { listCheckedProducts } from "../../../../db/price-monitor/checks.ts";
import { accessRoutes } from "../../../http/gate/access.ts";
import { maybe, orNull, Time, Uuid } from "../../../http/input/fields.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { invalidBody } from "../../../http/output/errors.ts";
import type { Services } from "../../../runtime/services.ts";
import { requireDependency } from "../../../settings/read-dependency.ts";
import { POLL, RUN } from "../../provider/policies.ts";
import { beginPriceBot, PriceBotRuns } from "./price-bot-runs.ts";

const SOURCES = 5;
const RunRequest = Type.Optional(
  Type.Object(
    {
      product_ids: maybe(Type.Array(Uuid, { minItems: 1, maxItems: 500 }), "Default: the active monitored products."),
      max_sources: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 20, description: "Pages that are read for each product. Default 5." }),
      ),
    },
    { examples: [{ max_sources: 3 }] },
  ),
);
const Started = Type.Object({ id: Uuid, status: Type.Literal("processing"), products: Type.Integer({ minimum: 0 }) });
const StatusBody = Type.Object({
  ...PriceBotRuns.Body.properties,
  id: orNull(Uuid),
  status: oneOf(["idle", "processing", "completed", "failed"], { description: "`idle`: there was no run yet." }),
  started_at: orNull(Time),
});
/** What is said before the first run. */
const IDLE = {
  id: null,
  status: "idle",
  total: 0,
  processed: 0,
  prices_found: 0,
  errors: 0,
  error_message: null,
  cost_usd: 0,
  started_at: null,
  completed_at: null,
};

/** `/enrichment/web/price-bot`: a search of the web for competitors' prices. */
export const priceBotRoutes = (services: Services) =>
  accessRoutes(services, "Web Research", "/enrichment/web/price-bot")
    .post(
      "/run",
      async ({ db, write, body, status }) => {
        const given = body?.product_ids?.map((id) => id.toLowerCase());
        const productIds = given ? [...new Set(given)].toSorted() : null;
        const known = new Set((await listCheckedProducts(db, productIds ?? [])).map(({ id }) => id));
        const unknown = (given ?? []).flatMap((id, index) => (known.has(id) ? [] : index));
        if (unknown.length > 0) {
          throw invalidBody(
            unknown.map((index) => ({
              field: `product_ids.${index}`,
              type: "invalid_value",
              key: "validation.unknown_reference",
            })),
          );
        }
        await requireDependency(db, services.secrets, "ai-provider");
        await requireDependency(db, services.secrets, "web-search");
        const { id, products } = await write(beginPriceBot, { productIds, maxSources: body?.max_sources ?? SOURCES });
        return status(202, { id, status: "processing" as const, products });
      },
      {
        policy: {
          ...RUN,
          refusals: ["AI_PROVIDER_NOT_CONFIGURED", "WEB_SEARCH_NOT_CONFIGURED", "INVALID_STATE"],
          narrows: true,
        },
        body: RunRequest,
        response: { 202: Started },
        detail: {
          operationId: "runPriceBot",
          summary: "Search competitor prices",
          description:
            "Searches the web for each product in the background. Prices come from JSON-LD, microdata or Open Graph, else from the model; all of them wait in `/prices/validation`.",
        },
      },
    )
    .get(
      "/status",
      async ({ db }) => {
        const [run] = await PriceBotRuns.table.list(db, { by: "startedAtMs", limit: 1 });
        return run ? PriceBotRuns.bodyOf(run) : IDLE;
      },
      {
        policy: POLL,
        response: { 200: StatusBody as TObject },
        detail: {
          operationId: "getPriceBotStatus",
          summary: "Get the price search",
          description: "Progress and result of the latest run.",
        },
      },
    );
