import { Elysia } from "elysia";
import { access } from "../http/gate/access.ts";
import { required } from "../http/output/errors.ts";
import type { Services } from "../runtime/services.ts";
import type { Platform } from "./engine/define-platform.ts";
import { SOURCES, type Source } from "./engine/fields.ts";
import { configSchemaOf, findPlatform, listPlatforms, platformBody } from "./engine/platforms.ts";
import { guideOf } from "./guide.ts";
import { BROWSE } from "./policies.ts";
import { FieldMap, Guide, GuideQuery, PlatformDetail, PlatformList, PlatformParams, PlatformQuery } from "./schema.ts";

/** How a field of the catalog is called on a platform. */
interface FieldMapping {
  source_field: string;
  target_field: string;
  required: boolean;
  direction: "both" | "push" | "pull";
  transform: string | null;
}

const REQUIRED: ReadonlySet<Source> = new Set(["name", "price"]);
const TRANSFORMS: Partial<Record<Source, string>> = {
  price: "cents to decimal",
  weight: "kilograms",
  stock: "whole number, never negative",
};
/** What pulls take of a product; the rest is only sent. */
const PULLED: ReadonlySet<Source> = new Set(["ean", "reference", "name", "description", "brand", "price", "stock"]);

/** How the catalog's fields are called on a platform. */
function fieldMapOf({ id, name, capabilities, fields }: Platform) {
  const pulls = capabilities.includes("pull_products");
  const mappings = SOURCES.flatMap((source): FieldMapping[] => {
    const target = fields[source];
    if (target === undefined) return [];
    return [
      {
        source_field: source,
        target_field: target,
        required: REQUIRED.has(source),
        direction: pulls && PULLED.has(source) ? "both" : "push",
        transform: TRANSFORMS[source] ?? null,
      },
    ];
  });
  return { platform_id: id, platform_name: name, mappings };
}

const platformOf = (id: string) => required(findPlatform(id), "platform", id);

/** `/connectors/platforms`: what there is to connect. */
export const platformRoutes = (services: Services) =>
  new Elysia({ prefix: "/connectors/platforms", tags: ["Connectors"] })
    .use(access(services))
    .get("", ({ query, language }) => listPlatforms(query).map((each) => platformBody(each, language)), {
      policy: BROWSE,
      query: PlatformQuery,
      response: { 200: PlatformList },
      detail: {
        operationId: "listPlatforms",
        summary: "List platforms",
        description:
          "The supported shop systems and marketplaces, by tier and name, described in the language of the request.",
      },
    })
    .get(
      "/:platform_id",
      ({ params: { platform_id: id }, language }) => {
        const platform = platformOf(id);
        return { ...platformBody(platform, language), config_schema: configSchemaOf(platform) };
      },
      {
        policy: BROWSE,
        params: PlatformParams,
        response: { 200: PlatformDetail },
        detail: {
          operationId: "getPlatform",
          summary: "Get a platform",
          description: "With the schema of its credentials.",
        },
      },
    )
    .get("/:platform_id/field-map", ({ params: { platform_id: id } }) => fieldMapOf(platformOf(id)), {
      policy: BROWSE,
      params: PlatformParams,
      response: { 200: FieldMap },
      detail: {
        operationId: "getFieldMap",
        summary: "Get a platform's field map",
        description: "What the fields of the catalog are called there.",
      },
    })
    .get(
      "/:platform_id/guide",
      ({ params: { platform_id: id }, query, language }) =>
        guideOf(platformOf(id), query.format === "html" ? "html" : "markdown", language),
      {
        policy: BROWSE,
        params: PlatformParams,
        query: GuideQuery,
        response: { 200: Guide },
        detail: {
          operationId: "getGuide",
          summary: "Get a platform's guide",
          description: "How to connect it, in the language of the request.",
        },
      },
    );
