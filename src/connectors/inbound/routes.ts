import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { openAccess } from "../../http/gate/access.ts";
import type { Call } from "../../http/gate/call.ts";
import type { Services } from "../../runtime/services.ts";
import { ConnectorParams, Received } from "../schema.ts";
import { answerChallenge, INBOUND, type InboundPlatform, type Receiving, receive } from "./inbound.ts";
import { InboundLimits } from "./limits.ts";
import { PublicKeys } from "./public-keys.ts";

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

const ChallengeQuery = Type.Object({
  challenge_code: Type.String({ minLength: 1, maxLength: 500, description: "What the platform has made up." }),
});
const ChallengeBody = Type.Object({
  challengeResponse: Type.String({ description: "The SHA-256 of the code, the verification token and the address." }),
});

/** `/connectors/{platform}/webhook`: what platforms send us; who sent it is verified by what signs it. */
export function inboundRoutes(services: Services) {
  const limits = new InboundLimits(services);
  const receiving = { services, keys: new PublicKeys(services) };
  const app = new Elysia({ prefix: "/connectors", tags: ["Shop Consent and Webhooks"] }).use(openAccess(services));
  for (const platform of INBOUND) {
    const { end, letter, isInPath } = platform.webhook;
    const path = `/${platform.id}/${end}`;
    if (isInPath) {
      addInPath(app, `${path}/:connector_id`, { receiving, platform, limits });
      continue;
    }
    const take = ({ request, call, query }: { request: Request; call: Call; query: Static<typeof QueryWithToken> }) =>
      receive(receiving, platform, request, {
        named: query.connector,
        token: query.token,
        limits: limits.of(request, call),
      });
    const options = { ...optionsOf(platform), query: queryOf(platform) };
    app.post(path, ({ request, call, query }) => take({ request, call, query }), options);
    if (letter === undefined) continue;
    // The contract's own placeholder.
    const hidden = { ...options, detail: { hide: true } };
    app.post(`/platform_${letter}/${end}`, ({ request, call, query }) => take({ request, call, query }), hidden);
  }
  return app;
}

const appOf = (services: Services) => new Elysia({ prefix: "/connectors" }).use(openAccess(services));

/** The address of a connector that a platform sends to, and asks first whether it is ours. */
function addInPath(
  app: ReturnType<typeof appOf>,
  path: `${string}/:connector_id`,
  { receiving, platform, limits }: { receiving: Receiving; platform: InboundPlatform; limits: InboundLimits },
): void {
  app.post(
    path,
    ({ request, call, params: { connector_id: named } }) =>
      receive(receiving, platform, request, { named, limits: limits.of(request, call) }),
    { ...optionsOf(platform), params: ConnectorParams },
  );
  app.get(
    path,
    ({ request, params: { connector_id: connectorId } }) => {
      const query = new URL(request.url).searchParams;
      return answerChallenge(receiving.services, platform, { connectorId, query });
    },
    {
      policy: { credential: "none", tier: "READ_PUBLIC", refusals: ["CONNECTOR_WEBHOOK_NOT_CONFIGURED"] },
      params: ConnectorParams,
      query: ChallengeQuery,
      response: { 200: ChallengeBody },
      detail: {
        operationId: `answer${nameOf(platform)}Challenge`,
        summary: `Answer the challenge of ${platform.id}`,
        description:
          "Called by the platform before it sends webhooks to this address: the answer proves that it is ours. It is made of the connector's `webhook_secret`.",
      },
    },
  );
}

const nameOf = ({ id }: InboundPlatform) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
const queryOf = ({ webhook }: InboundPlatform) => (webhook.headers.signature.length === 0 ? QueryWithToken : Query);

const optionsOf = (platform: InboundPlatform) => ({
  policy: POLICY,
  body: Body,
  response: { 200: Received },
  detail: {
    operationId: `receive${nameOf(platform)}Webhook`,
    summary: `Receive a webhook of ${platform.id}`,
    description: `Called by the platform. Verified by \`${platform.webhook.headers.signature[0] ?? "token"}\`; ${namesOf(platform.webhook.headers)}`,
  },
});

const namesOf = ({ topic: [topic], delivery: [delivery] }: InboundPlatform["webhook"]["headers"]): string => {
  if (delivery === undefined)
    return "what it names is read from the platform soon after, once however often it is sent.";
  const topics = topic === undefined ? "" : `, its topic by \`${topic}\``;
  return `a delivery is named by \`${delivery}\`${topics}. The same delivery within 24 hours has no second effect.`;
};
