import { Elysia } from "elysia";
import { access } from "../../http/gate/access.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { findVoices, setVoices, VoicesBody, voicesVersion } from "./voice.ts";

const SETTINGS = { credential: "session", permission: "MANAGE_SETTINGS" } as const;

/** `/settings/ai-voice`: how texts of models sound. */
export const voiceRoutes = (services: Services) =>
  new Elysia({ prefix: "/settings/ai-voice", tags: ["Settings"] })
    .use(access(services))
    .get(
      "",
      async ({ db, headers, set }) => {
        const voices = await findVoices(db);
        return withETag({ headers, set }, voicesVersion(voices), voices);
      },
      {
        policy: { ...SETTINGS, tier: "READ_ADMIN" },
        response: { 200: VoicesBody },
        detail: {
          operationId: "getAiVoice",
          summary: "Get the voice of texts",
          description:
            "Tone, forbidden words, length and examples: the tenant's, and those of categories and entities.",
        },
      },
    )
    .put(
      "",
      async ({ write, body, headers, set }) => {
        const voices = await write(setVoices, { voices: body, expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, voicesVersion(voices), voices);
      },
      {
        policy: { ...SETTINGS, tier: "WRITE_CONFIG" },
        body: VoicesBody,
        response: { 200: VoicesBody },
        detail: {
          operationId: "putAiVoice",
          summary: "Set the voice of texts",
          description:
            "Replaces all of it. Descriptions and search engine texts keep to it; a forbidden word is a flag.",
        },
      },
    );
