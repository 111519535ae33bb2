import { Type } from "@sinclair/typebox";
import { accessRoutes } from "../../../http/gate/access.ts";
import { runRoutes } from "../../../kit/runs/routes.ts";
import type { Services } from "../../../runtime/services.ts";
import { VIEW_PRICES } from "../policies.ts";
import { SourcesQuery } from "../schema.ts";
import { beginSourceAnalysis, lifecycle, SourceAnalyses } from "./source-analysis.ts";

const PATH = "/analytics/price-sources/runs";
const TAG = "Pricing";
const DAYS = 30;
const RIGHTS = { ...VIEW_PRICES, permission: "VIEW_ANALYTICS" } as const;
const AnalysisInput = Type.Object({ days: SourcesQuery.properties.days }, { examples: [{ days: 30 }] });

/** `/analytics/price-sources/runs`: the sources of all products compared in the background. */
export const sourceAnalysisRoutes = (services: Services) =>
  accessRoutes(services, TAG)
    .post(
      PATH,
      async ({ write, body, set, status }) => {
        const analysis = await write(beginSourceAnalysis, { days: body.days ?? DAYS });
        set.headers["location"] = `/api/v1${PATH}/${analysis.id}`;
        return status(202, SourceAnalyses.bodyOf(analysis));
      },
      {
        policy: { ...RIGHTS, tier: "READ_SENSITIVE" },
        body: AnalysisInput,
        response: { 202: SourceAnalyses.Body },
        detail: {
          operationId: "analysePriceSources",
          summary: "Compare the price sources of all products in the background",
          description:
            "The figures of `GET /analytics/price-sources`, product after product: for catalogs whose comparison takes longer than a request may.",
        },
      },
    )
    .use(
      runRoutes(services, SourceAnalyses, {
        path: PATH,
        tag: TAG,
        texts: {
          one: "PriceSourceAnalysis",
          many: "PriceSourceAnalyses",
          word: "price source analysis",
          short: "analysis",
          read: "With the sources of the products looked at so far.",
        },
        rights: { list: RIGHTS, read: { ...RIGHTS, tier: "PROGRESS_POLL" } },
        list: { paging: "pages" },
        moves: {
          cancel: { policy: RIGHTS, description: "What was found so far stays." },
          retry: { policy: RIGHTS, status: 202, description: "Goes on where it failed or was cancelled." },
        },
        lifecycle,
      }),
    );
