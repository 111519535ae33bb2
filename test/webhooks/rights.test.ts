import { describe } from "bun:test";
import { refuses } from "../refuses.ts";
import { newWebhook } from "./given.ts";

const BODY = { name: "Shop", url: "https://r1.receiver.test/hook", events: ["product.created"] };

describe("/webhooks", () => {
  const id = "{webhook}";
  const right = { scope: "webhooks:manage", closedTo: "editor" } as const;
  refuses(
    [
      { call: "get /webhooks", ...right },
      { call: "get /webhooks/events", ...right },
      { call: "post /webhooks", body: BODY, ...right },
      { call: `get /webhooks/${id}`, ...right },
      { call: `patch /webhooks/${id}`, body: { name: "x" }, ...right },
      { call: `delete /webhooks/${id}`, ...right },
      { call: `post /webhooks/${id}/toggle`, body: { is_active: false }, ...right },
      { call: `post /webhooks/${id}/rotate-secret`, body: {}, ...right },
      { call: `post /webhooks/${id}/replay`, body: { since: "2026-01-01T00:00:00Z" }, ...right },
      { call: `post /webhooks/${id}/test`, ...right },
      { call: `get /webhooks/${id}/logs`, ...right },
      { call: `post /webhooks/${id}/logs/{log}/retry`, ...right },
    ],
    async () => {
      const { tenant, webhook, path } = await newWebhook({ replies: [500] });
      await tenant.post(`${path}/test`);
      const { body } = await tenant.get(`${path}/logs`);
      return { tenant, ids: { webhook: webhook.id, log: body.items[0].id } };
    },
  );
});
