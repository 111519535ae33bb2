import { runRoutes } from "../../../kit/runs/routes.ts";
import type { Services } from "../../../runtime/services.ts";
import { EDIT_PRICES, VIEW_PRICES } from "../../pricing/policies.ts";
import { retryRevert } from "../runs/revert.ts";
import { lifecycle, RepricingReverts } from "./revert-record.ts";

/** `/prices/repricing/reverts`: runs that are taken back in the background. */
export const revertRoutes = (services: Services) =>
  runRoutes(services, RepricingReverts, {
    path: "/prices/repricing/reverts",
    tag: "Repricing Approvals",
    texts: {
      one: "RepricingRevert",
      word: "repricing revert",
      short: "revert",
      read: "`reverted` and `skipped` of `total` say how far it is.",
    },
    rights: { list: VIEW_PRICES, read: { ...VIEW_PRICES, tier: "PROGRESS_POLL" } },
    list: { paging: "pages" },
    moves: {
      cancel: { policy: EDIT_PRICES, description: "What is taken back stays so." },
      retry: {
        policy: EDIT_PRICES,
        status: 202,
        change: retryRevert,
        description: "Goes on where it failed or was cancelled.",
      },
    },
    lifecycle,
  });
