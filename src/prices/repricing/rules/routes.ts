import { Type } from "@sinclair/typebox";
import { resourceRoutes } from "../../../kit/resource/resource.ts";
import type { Services } from "../../../runtime/services.ts";
import { EDIT_PRICES, VIEW_PRICES } from "../../pricing/policies.ts";
import { RepricingRule, ruleChanges, warningsOf } from "./rule.ts";

/** `/prices/repricing/rules`: how prices follow competitors, costs and stock. */
export const ruleRoutes = (services: Services) =>
  resourceRoutes(services, RepricingRule, {
    path: "/prices/repricing/rules",
    tag: "Repricing",
    rights: { view: VIEW_PRICES, edit: { ...EDIT_PRICES, refusals: [] }, remove: EDIT_PRICES },
    changes: ruleChanges,
    list: {
      by: "priority",
      isDescending: true,
      flags: { active_only: { description: "Default false.", restricts: (isSet) => (isSet ? ACTIVE : undefined) } },
      counters: "sized",
    },
    leaves: ["put"],
    shows: {
      fields: {
        warnings: Type.Array(Type.String(), {
          description: "Conditions that are not understood: the rule never matches.",
          examples: [["conditions.0"]],
        }),
      },
      of: (rule) => ({ warnings: warningsOf(rule) }),
    },
    stampOf: (rule) => String(rule.last_simulated_at),
    texts: {
      one: "RepricingRule",
      word: "repricing rule",
      list: "Highest priority first.",
      create: "It changes nothing before it was simulated and run.",
      read: "One rule.",
      change: "Absent fields keep their value. A changed rule must be simulated before it is run.",
      remove: "Its changes stay in the history.",
    },
  });
const ACTIVE = { sql: "is_active = 1", args: {} };
