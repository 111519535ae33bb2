import type { Language } from "../../http/output/messages.ts";
import { PLATFORMS } from "./adapters.ts";
import type { Platform } from "./define-platform.ts";

/** Every platform, by tier and name. */
export const listPlatforms = ({ tier, category }: { tier?: number | undefined; category?: string | undefined } = {}) =>
  PLATFORMS.filter(
    (each) => (tier ?? each.tier) === each.tier && (category ?? each.category) === each.category,
  ).toSorted((one, other) => one.tier - other.tier || one.name.localeCompare(other.name));

export const PLATFORM_IDS: readonly string[] = PLATFORMS.map(({ id }) => id);
export const PLATFORM_NAMES: readonly (readonly [id: string, name: string])[] = PLATFORMS.map(({ id, name }) => [
  id,
  name,
]);
export const findPlatform = (id: string): Platform | undefined => PLATFORMS.find((each) => each.id === id);

/** Where its icon is. */
export const logoPathOf = (id: string): string => `/static/platforms/${id}.svg`;

const IN_PATH = "/{connector_id}";

/** Where a platform sends its webhooks; empty where it sends none. */
export const webhookPathOf = ({ id, webhook }: Platform): string =>
  webhook ? `/api/v1/connectors/${id}/${webhook.end}${webhook.isInPath ? IN_PATH : ""}` : "";

/** Where it sends those of one connector. */
export function webhookPlaceOf(platform: Platform, connectorId: string): string {
  const path = webhookPathOf(platform);
  return path.endsWith(IN_PATH) ? path.replace(IN_PATH, `/${connectorId}`) : `${path}?connector=${connectorId}`;
}

export const platformBody = (each: Platform, language: Language) => ({
  id: each.id,
  name: each.name,
  tier: each.tier,
  category: each.category,
  auth_type: each.authType,
  capabilities: [...each.capabilities],
  description: each.description[language],
  logo_path: logoPathOf(each.id),
  webhook_path: webhookPathOf(each),
  is_marketplace: each.isMarketplace,
});

/** The credentials as a JSON Schema. */
export const configSchemaOf = ({ credentials }: Platform): Record<string, unknown> => ({
  type: "object",
  required: Object.keys(credentials).filter((name) => credentials[name]?.isRequired),
  properties: Object.fromEntries(
    Object.entries(credentials).map(([name, { title, type, format, isSecret }]) => [
      name,
      {
        type,
        title,
        description: `${title}${isSecret ? ". It is stored encrypted and never shown" : ""}.`,
        ...(format && { format }),
        secret: isSecret,
      },
    ]),
  ),
  additionalProperties: false,
});
