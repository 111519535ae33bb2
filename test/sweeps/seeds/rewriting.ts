import { openChatProvider } from "../../doubles/chat-provider.ts";
import type { Seed } from "../seeds.ts";

const provider = await openChatProvider();
provider.says(() => JSON.stringify({ description: "Rewritten", short_description: "Rewritten" }));

/** An AI provider that answers, in place of one that no test can reach. */
export const rewritingSeed: Seed = {
  make: async ({ tenant }) => {
    await tenant.admin.put("/settings/ai-provider", {
      enabled: true,
      provider: "openai_compatible",
      model: "sweep",
      base_url: provider.baseUrl,
      api_key: "sk-0123456789abcdef",
    });
    return {};
  },
};
