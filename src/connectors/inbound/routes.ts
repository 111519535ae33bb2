import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { openAccess } from "../../http/gate/access.ts";
import type { Call } from "../../http/gate/call.ts";
import type { Services } from "../../runtime/services.ts";
import { Received } from "../schema.ts";
import { INBOUND, type InboundPlatform, receive } from "./inbound.ts";
import { InboundLimits } from "./limits.ts";

const POLICY = {
  credential: "none",
  tier: "BULK_UPDATE",
  body: { type: "raw" },
  refusals: ["CONNECTOR_WEBHOOK_NOT_CONFIGURED", "INVALID_WEBHOOK_SIGNATURE"],
} as const;
const Query = Type.Object({
  connector: Type.Optional(
    Type.String({
      format: "uuid",
      description:
        "Id of the connector that is meant. Needed only where the shop names another address than the connector has, and there are many connectors.",
    }),
  ),
});
/** Of a platform that signs nothing and sends no header of ours. */
const QueryWithToken = Type.Object({
  ...Query.properties,
  token: Type.Optional(Type.String({ maxLength: 4_000, description: "The connector's `webhook_secret`." })),
});
const Body = Type.Record(Type.String(), Type.Unknown(), { description: "As the platform sends it." });

/** `/connectors/{platform}/webhook`: what platforms send us; who sent it is verified by what signs it. */
export function inboundRoutes(services: Services) {
  const limits = new InboundLimits(services);
  const app = new Elysia({ prefix: "/connectors", tags: ["Shop Consent and Webhooks"] }).use(openAccess(services));
  for (const platform of INBOUND) {
    const { end, letter } = platform.webhook;
    const take = ({ request, call, query }: { request: Request; call: Call; query: Static<typeof QueryWithToken> }) =>
      receive(services, platform, request, {
        named: query.connector,
        token: query.token,
        limits: limits.of(request, call),
      });
    app.post(
      `/${platform.id}/${end}`,
      ({ request, call, query }) => take({ request, call, query }),
      optionsOf(platform),
    );
    if (letter === undefined) continue;
    // The contract's own placeholder.
    const hidden = { ...optionsOf(platform), detail: { hide: true } };
    app.post(`/platform_${letter}/${end}`, ({ request, call, query }) => take({ request, call, query }), hidden);
  }
  return app;
}

const optionsOf = ({ id, webhook: { headers } }: InboundPlatform) => ({
  policy: POLICY,
  query: headers.signature.length === 0 ? QueryWithToken : Query,
  body: Body,
  response: { 200: Received },
  detail: {
    operationId: `receive${id.charAt(0).toUpperCase()}${id.slice(1)}Webhook`,
    summary: `Receive a webhook of ${id}`,
    description: `Called by the platform. Verified by \`${headers.signature[0] ?? "token"}\`; ${namesOf(headers)}`,
  },
});

const namesOf = ({ topic: [topic], delivery: [delivery] }: InboundPlatform["webhook"]["headers"]): string => {
  if (delivery === undefined)
    return "what it names is read from the platform soon after, once however often it is sent.";
  const topics = topic === undefined ? "" : `, its topic by \`${topic}\``;
  return `a delivery is named by \`${delivery}\`${topics}. The same delivery within 24 hours has no second effect.`;
};
