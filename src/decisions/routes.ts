import { Type } from "@sinclair/typebox";
import { COUNTED_MAX } from "../../db/decisions/waiting.ts";
import { accessRoutes } from "../http/gate/access.ts";
import { orNull, Time, Uuid } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import type { Services } from "../runtime/services.ts";
import { DECISION_KINDS, findDecisions } from "./decisions.ts";

const Decision = Type.Object(
  {
    kind: oneOf(DECISION_KINDS, { title: "DecisionKind" }),
    count: Type.Integer({ minimum: 1, description: `How many wait; counted up to ${COUNTED_MAX} for most kinds.` }),
    oldest_at: orNull(Time, "Since when the oldest waits; null where that is not known."),
    subject: orNull(
      Type.Object({ id: Uuid, name: Type.String() }),
      "The import, shop or webhook it is about; null for all of the kind.",
    ),
    path: Type.String({
      description: "Where the API lists them, below `/api/v1`.",
      examples: ["/imports/ean-pending"],
    }),
    decide_path: orNull(
      Type.String({ examples: ["/content-variants/unreviewed/decide"] }),
      "Where a POST decides many of them, below `/api/v1`; null where each is decided by itself.",
    ),
  },
  { title: "Decision" },
);

/** `/decisions`: what waits for a person, of all families. */
export const decisionRoutes = (services: Services) =>
  accessRoutes(services, "Decisions", "/decisions").get(
    "",
    ({ db, principal }) => findDecisions(services, db, principal),
    {
      policy: { credential: "any", tier: "READ_STANDARD" },
      response: {
        200: Type.Object({ total: Type.Integer({ minimum: 0 }), items: Type.Array(Decision) }, { title: "Decisions" }),
      },
      detail: {
        operationId: "listDecisions",
        summary: "List what waits for a decision",
        description:
          "Imports without a mapping or with refused rows, codes that match no product, AI proposals, translations that no user has reviewed, products to be published, doubtful prices, minimum prices that are undercut, price alerts, repricing runs to be approved, unknown SKUs that shops have sold, shops that refuse, and webhook deliveries that were given up. Only kinds that the caller may read; imports and alerts of the last 30 days. `path` pages through each, and `decide_path` decides many at once.",
      },
    },
  );
