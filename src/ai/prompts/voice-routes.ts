import { settingRoutes } from "../../kit/setting-routes.ts";
import type { Services } from "../../runtime/services.ts";
import { setVoices, VOICES, VoicesBody } from "./voice.ts";

/** `/settings/ai-voice`: how texts of models sound. */
export const voiceRoutes = (services: Services) =>
  settingRoutes(services, VOICES, {
    path: "/settings/ai-voice",
    change: setVoices,
    body: VoicesBody,
    texts: {
      one: "AiVoice",
      get: [
        "Get the voice of texts",
        "Tone, forbidden words, length and examples: the tenant's, and those of categories and entities.",
      ],
      put: [
        "Set the voice of texts",
        "Replaces all of it. Descriptions and search engine texts keep to it; a forbidden word is a flag.",
      ],
    },
  });
