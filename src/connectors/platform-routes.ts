import { Elysia } from "elysia";
import { access } from "../http/gate/access.ts";
import { required } from "../http/output/errors.ts";
import type { Services } from "../runtime/services.ts";
import { configSchemaOf, findPlatform, listPlatforms, platformBody } from "./engine/platforms.ts";
import { fieldMapOf } from "./engine/push/field-map.ts";
import { guideOf } from "./guide.ts";
import { BROWSE } from "./policies.ts";
import { FieldMap, Guide, GuideQuery, PlatformDetail, PlatformList, PlatformParams, PlatformQuery } from "./schema.ts";

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
