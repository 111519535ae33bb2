import { accessRoutes } from "../../http/gate/access.ts";
import { originOf } from "../../http/gate/caller/origin.ts";
import { ApiError, invalidBody } from "../../http/output/errors.ts";
import { translate } from "../../http/output/messages.ts";
import { folderPath } from "../../remote-files/remote-folder.ts";
import type { Services } from "../../runtime/services.ts";
import { EXPORTS } from "../policies.ts";
import { sendOneCall, testCall } from "./calls.ts";
import { createJob } from "./change-jobs.ts";
import { ExportJobs } from "./export-job.ts";
import { shownError } from "./item-errors.ts";
import { jobBody } from "./job-body.ts";
import { loadPayloads, payloadName } from "./load-payloads.ts";
import { findConfig } from "./open-platform.ts";
import { Platform, type PlatformRow } from "./platform.ts";
import { missingIn, type PlatformConfig, readConfig } from "./platform-config.ts";
import { type PlatformType, TYPE_ALIASES } from "./platform-types.ts";
import { BulkCreate, OneProduct, PlatformParams, Preview, SingleSent, TestResult, UnsavedTest } from "./schema.ts";

const TEST = { ...EXPORTS, tier: "WRITE_STANDARD", readOnly: true } as const;
const SEND_REFUSALS = ["PLATFORM_INACTIVE", "PLATFORM_NOT_CONFIGURED", "PRODUCT_NOT_FOUND"] as const;

function requireReady({ is_active, missing }: PlatformRow): void {
  if (!is_active) throw new ApiError("PLATFORM_INACTIVE");
  if (missing.length > 0) throw new ApiError("PLATFORM_NOT_CONFIGURED", { details: { missing } });
}

/** What sends something to a platform, or shows what would be sent. */
export const sendRoutes = (services: Services) =>
  accessRoutes(services, "Export Platforms", "/exports/platforms")
    .post(
      "/test",
      async ({ tenantId, body, language, request }) => {
        const { platform_type, config: sent } = body as { platform_type: PlatformType; config: PlatformConfig };
        const type = TYPE_ALIASES[platform_type] ?? platform_type;
        const { config, problems } = readConfig(type, sent, { before: {}, outbound: services.outbound });
        if (problems.length > 0) throw invalidBody(problems);
        const missing = missingIn(type, config);
        if (missing.length > 0) {
          const params = { fields: missing.join(", ") };
          return { success: false, error_message: translate(language, "export_platforms.incomplete", params) };
        }
        const { error } = await services.call(testCall, tenantId, { type, config }, request.signal);
        return { success: error === null, error_message: shownError(error, language) };
      },
      {
        policy: { ...TEST, secretAnswer: true },
        body: UnsavedTest,
        response: { 200: TestResult },
        detail: {
          operationId: "testUnsavedExportPlatform",
          summary: "Test a configuration",
          description: "Writes a small file and deletes it; stores nothing. 15 seconds at most.",
        },
      },
    )
    .post(
      "/:platform_id/test",
      async ({ db, tenantId, params, language, request }) => {
        const { id: platformId, platform_type: type, missing } = await Platform.require(db, params.platform_id);
        if (missing.length > 0) {
          const fields = { fields: missing.join(", ") };
          return { success: false, error_message: translate(language, "export_platforms.incomplete", fields) };
        }
        const { error } = await services.call(testCall, tenantId, { type, platformId }, request.signal);
        return { success: error === null, error_message: shownError(error, language) };
      },
      {
        policy: TEST,
        params: PlatformParams,
        response: { 200: TestResult },
        detail: {
          operationId: "testExportPlatform",
          summary: "Test an export platform",
          description: "Writes a small file and deletes it, also of an inactive platform. 15 seconds at most.",
        },
      },
    )
    // What is done with products.
    .post(
      "/:platform_id/export",
      async ({ db, tenantId, params, body, language, request }) => {
        const platform = await Platform.require(db, params.platform_id);
        requireReady(platform);
        const productId = body.product_id;
        const origin = originOf(request, services);
        const wanted = { platformId: platform.id, productId, origin };
        const { jobId, externalId, error } = await services.call(sendOneCall, tenantId, wanted, request.signal);
        return {
          success: error === null,
          job_id: jobId,
          platform_id: platform.id,
          product_id: productId,
          external_id: externalId,
          error_message: shownError(error, language),
        };
      },
      {
        policy: { ...EXPORTS, tier: "EXPORT_STANDARD", refusals: SEND_REFUSALS },
        params: PlatformParams,
        body: OneProduct,
        response: { 200: SingleSent },
        detail: {
          operationId: "exportProductToPlatform",
          summary: "Send one product",
          description: "Waits until the file is there. A server that refuses it is no error of the request.",
        },
      },
    )
    .post(
      "/:platform_id/bulk-export",
      async ({ write, params, body, request, language, status, set }) => {
        const productIds = [...new Set(body.product_ids)];
        const origin = originOf(request, services);
        const platformId = params.platform_id;
        const metadata = body.job_metadata ?? {};
        const job = await write(createJob, { platformId, productIds, metadata, origin });
        set.headers["location"] = `/api/v1/exports/jobs/${job.id}`;
        return status(202, jobBody(job, [], language));
      },
      {
        policy: {
          ...EXPORTS,
          tier: "BULK_EXPORT",
          refusals: ["PLATFORM_INACTIVE", "PLATFORM_NOT_CONFIGURED"],
          narrows: true,
        },
        params: PlatformParams,
        body: BulkCreate,
        response: { 202: ExportJobs.Body },
        detail: {
          operationId: "exportProductsToPlatform",
          summary: "Send products",
          description: "In the background, one file each. Products that do not exist become failed items.",
        },
      },
    )
    .post(
      "/:platform_id/preview",
      async ({ db, params, body, request }) => {
        const platform = await Platform.require(db, params.platform_id);
        const productId = body.product_id;
        const origin = originOf(request, services);
        const found = await loadPayloads(db, [productId], { platform, origin, nowMs: services.now() });
        const product = found.get(productId);
        if (!product) throw new ApiError("PRODUCT_NOT_FOUND");
        const config = await findConfig(db, services.secrets, platform.id);
        const folder = folderPath(String(config["folder"] ?? ""));
        return {
          platform_id: platform.id,
          product_id: productId,
          payload: product.payload,
          target: `${folder}${payloadName(product)}`,
        };
      },
      {
        policy: { ...EXPORTS, tier: "READ_STANDARD", readOnly: true, refusals: ["PRODUCT_NOT_FOUND"] },
        params: PlatformParams,
        body: OneProduct,
        response: { 200: Preview },
        detail: {
          operationId: "previewExport",
          summary: "Preview what is sent of a product",
          description: "Sends nothing, and needs no server.",
        },
      },
    );
