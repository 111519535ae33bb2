import { Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { noContent } from "../../http/output/answers.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { type ETagContext, ifMatch, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import type { Sealed } from "../../secrets/secret-box.ts";
import { EXPORTS } from "../policies.ts";
import { createPlatform, deletePlatform, updatePlatform } from "./change-platform.ts";
import { type Mappings, mappingProblems } from "./mappings.ts";
import { findConfig } from "./open-platform.ts";
import { CONFIG_FIELD, Platform, type PlatformRow, placeOf } from "./platform.ts";
import { pageOfPlatforms, platformBody, platformSummary } from "./platform-body.ts";
import { missingIn, type PlatformConfig, readConfig } from "./platform-config.ts";
import { type PlatformType, TYPE_ALIASES } from "./platform-types.ts";
import {
  PlatformBody,
  PlatformCreate,
  PlatformPage,
  PlatformParams,
  PlatformQuery,
  PlatformSummary,
  PlatformUpdate,
  Switch,
} from "./schema.ts";

const READ = { ...EXPORTS, tier: "READ_STANDARD" } as const;
const WRITE = { ...EXPORTS, tier: "WRITE_CONFIG" } as const;
// A stored fingerprint of the request would be a hash of secrets that may be short.
const WITH_SECRETS = { ...WRITE, secretAnswer: true } as const;

/** What a validated body sends of a platform. */
interface PlatformInput {
  platform_type?: PlatformType;
  field_mappings?: Mappings;
  config?: PlatformConfig;
}

/** Reads what a body says, and seals its configuration. Throws VALIDATION_FAILED. */
function changeOf(
  { secrets, outbound }: Pick<Services, "secrets" | "outbound">,
  { id, tenantId, type, before }: { id: string; tenantId: string; type: PlatformType; before: PlatformConfig },
  { config: sent, ...fields }: PlatformInput,
) {
  const problems: FieldProblem[] = mappingProblems(fields.field_mappings ?? {});
  const read = sent && readConfig(type, sent, { before, outbound });
  problems.push(...(read?.problems ?? []));
  if (problems.length > 0) throw invalidBody(problems);
  if (!read) return { id, fields, sealed: undefined };
  const place = { tenantId, place: placeOf(id), field: CONFIG_FIELD };
  const sealed: Sealed = secrets.seal(place, JSON.stringify(read.config));
  return { id, fields: { ...fields, missing: missingIn(type, read.config) }, sealed };
}

/** A platform with its configuration. */
async function answer({ secrets }: Services, db: Reader, row: PlatformRow, context: ETagContext) {
  const body = await platformBody(db, row, await findConfig(db, secrets, row.id));
  return withETag(context, row.version, body, `${body.total_exports}-${body.success_rate}`);
}

/** `/exports/platforms`: the folders of partners that products are sent to. */
export const platformRoutes = (services: Services) =>
  accessRoutes(services, "Export Platforms", "/exports/platforms")
    .get("", ({ db, query }) => pageOfPlatforms(db, query), {
      policy: READ,
      query: PlatformQuery,
      response: { 200: PlatformPage },
      detail: {
        operationId: "listExportPlatforms",
        summary: "List export platforms",
        description: "Newest first, without their configuration.",
      },
    })
    .post(
      "",
      async ({ db, tenantId, write, body, set, status }) => {
        const id = services.newId();
        // Its schema lets these through.
        const input = body as PlatformInput & { platform_type: PlatformType };
        const type = TYPE_ALIASES[input.platform_type] ?? input.platform_type;
        const given = { config: {}, ...input };
        const row = await write(createPlatform, changeOf(services, { id, tenantId, type, before: {} }, given));
        set.headers["location"] = `/api/v1/exports/platforms/${id}`;
        return status(201, withETag({ headers: {}, set }, row.version, await platformSummary(db, row)));
      },
      {
        policy: WITH_SECRETS,
        body: PlatformCreate,
        response: { 201: PlatformSummary },
        detail: {
          operationId: "createExportPlatform",
          summary: "Create an export platform",
          description: "An inactive one may lack parts of its configuration. Each product becomes a JSON file there.",
        },
      },
    )
    // One platform, by id.
    .get(
      "/:platform_id",
      async ({ db, params, headers, set }) => {
        const row = await Platform.require(db, params.platform_id);
        return answer(services, db, row, { headers, set });
      },
      {
        policy: READ,
        params: PlatformParams,
        response: { 200: PlatformBody },
        detail: {
          operationId: "getExportPlatform",
          summary: "Get an export platform",
          description: "With its configuration, secrets masked.",
        },
      },
    )
    .put(
      "/:platform_id",
      async ({ db, tenantId, write, params, body, headers, set }) => {
        const { id, platform_type: type } = await Platform.require(db, params.platform_id);
        const before = await findConfig(db, services.secrets, id);
        // Its schema lets these through.
        const change = changeOf(services, { id, tenantId, type, before }, body as PlatformInput);
        const row = await write(updatePlatform, { ...change, expected: ifMatch(headers) });
        return answer(services, db, row, { headers: {}, set });
      },
      {
        policy: WITH_SECRETS,
        params: PlatformParams,
        body: PlatformUpdate,
        response: { 200: PlatformBody },
        detail: {
          operationId: "putExportPlatform",
          summary: "Update an export platform",
          description:
            "Updates the fields sent; `config` and `field_mappings` are replaced as a whole. A masked secret stays, unless the server changes.",
        },
      },
    )
    .delete(
      "/:platform_id",
      async ({ write, params, headers }) => {
        await write(deletePlatform, { id: params.platform_id, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: WRITE,
        params: PlatformParams,
        response: { 204: Type.Void({ description: "The export platform is deleted." }) },
        detail: {
          operationId: "deleteExportPlatform",
          summary: "Delete an export platform",
          description: "Cancels its pending jobs and removes its schedules. Its jobs stay in the list.",
        },
      },
    )
    .post(
      "/:platform_id/toggle",
      async ({ db, write, params, body, headers, set }) => {
        const change = { id: params.platform_id, fields: body, sealed: undefined };
        const row = await write(updatePlatform, { ...change, expected: ifMatch(headers) });
        return answer(services, db, row, { headers: {}, set });
      },
      {
        policy: WRITE,
        params: PlatformParams,
        body: Switch,
        response: { 200: PlatformBody },
        detail: {
          operationId: "toggleExportPlatform",
          summary: "Switch an export platform on or off",
          description: "Only a platform with a complete configuration can be switched on.",
        },
      },
    );
