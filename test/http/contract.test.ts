import { expect, test } from "bun:test";
import { ERRORS } from "../../src/http/output/faults/error-codes.ts";
import { newTenant, send } from "../harness.ts";
import { named, OPERATIONS } from "../sweeps/operations.ts";

// What document 1 says of all operations, checked for each that is served.

const UPLOAD = "multipart/form-data";
const withBody = OPERATIONS.filter(({ body }) => body !== undefined);

test.each(named(withBody))("D1-003 S3.1 %s takes JSON, a form to log in, or is an upload", (_, { id, body }) => {
  const types = body?.types ?? [];
  const one = types.includes(UPLOAD) ? UPLOAD : "application/json";
  expect(types.toSorted()).toEqual(id === "login" ? [one, "application/x-www-form-urlencoded"] : [one]);
});

test.each(named(OPERATIONS))("D1-159 %s answers with documented statuses, 204 without a body", (_, { answers, id }) => {
  const good = Object.keys(answers).filter((status) => status < "300");
  // A batch of files may be requested in part.
  expect(good.filter((status) => !["200", "201", "202", "204", "206"].includes(status))).toEqual([]);
  expect([id, good.length > 0]).toEqual([id, true]);
  if (answers["204"]) expect(Object.keys(answers["204"])).toEqual([]);
});

const FILES: Record<string, string> = {
  "text/csv":
    "streamProductsAsCsv exportCatalogAsCsv downloadExport getImportReport exportInvalidEans exportEanAsinMappings exportImports exportMapViolations getImportFailedRows getFeedFile exportAiCallsAsCsv exportPricePositions",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
    "exportCatalogAsExcel downloadExport exportMapViolations getImportFailedRows exportPricePositions",
  "application/zip": "downloadExport",
  "text/event-stream":
    "followImport followTranslationBatch followEnrichmentBatch followExportJob followExport followBulkEdit followRepricingReplay followRepricingRevert followPriceSourceAnalysis followSyncJob",
  "application/x-ndjson": "streamProductsAsJson downloadExport getImportFailedRows",
  "image/*": "getMediaFile",
  "application/xml": "getFeedFile getImportFailedRows",
  "application/ld+json": "getFeedFile",
  "text/plain": "getFeedFile",
  "text/tab-separated-values": "getFeedFile",
  "application/vnd.oasis.opendocument.spreadsheet": "getImportFailedRows",
  "application/octet-stream": "getComplianceDocument getImportFile getAiDocumentFile",
};
// That they keep to it is what the sweeps look at, answer by answer.
test.each(named(OPERATIONS))("D1-002 D1-180 %s answers JSON, or a file of its type", (_, { id, answers }) => {
  const types = new Set(Object.values(answers).flatMap((content) => Object.keys(content)));
  const files = Object.keys(FILES).filter((type) => FILES[type]?.split(" ").includes(id));
  expect([...types].filter((type) => type !== "application/json").toSorted()).toEqual(files.toSorted());
});

const ofCatalog = OPERATIONS.filter(({ credential }) => credential === "any");
test.each(named(ofCatalog))("D1-141 S4.1 %s takes sessions and keys", (_, { schemes }) => {
  expect(schemes).toEqual(expect.arrayContaining(["bearerAuth", "apiKeyAuth"]));
});

const SCOPES: [RegExp, string][] = [
  [/^GET \/ext\//, "ext:products:read"],
  [/^(?:POST|PUT|PATCH) \/ext\//, "ext:products:write"],
  [/^GET \/appsync\//, "appsync:read"],
  [/^POST \/appsync\/products\/sync$/, "appsync:sync"],
  [/^(?:POST|PATCH) \/appsync\//, "appsync:write"],
];
const ofMachines = OPERATIONS.filter(({ path }) => /^\/(?:ext|appsync)\//.test(path) && path !== "/appsync/status");
test.each(named(ofMachines))("D1-139 D1-140 %s needs its scope of a key", (name, { credential, scope }) => {
  expect([credential, scope]).toEqual(["api_key", SCOPES.find(([pattern]) => pattern.test(name))?.[1]]);
});

const TYPES: Record<number, string[]> = {
  400: ["validation_error"],
  401: ["authentication_error"],
  403: ["authorization_error"],
  404: ["not_found"],
  405: ["http_error"],
  408: ["http_error"],
  409: ["conflict"],
  412: ["conflict"],
  413: ["http_error"],
  415: ["http_error"],
  422: ["validation_error"],
  423: ["authentication_error"],
  429: ["rate_limit_exceeded"],
  500: ["internal_server_error", "database_error"],
  503: ["http_error"],
  507: ["http_error"],
};
test.each(Object.entries(ERRORS))("D1-144 S8.1 %s has the type of its status", (_, { status, type }) => {
  expect(TYPES[status] ?? []).toContain(type);
});

const ofWebhooks = OPERATIONS.filter(({ path }) => path.includes("{webhook_id}"));
test.each(named(ofWebhooks))("D1-042 %s of an unknown webhook is 404", async (_, { method, path, id }) => {
  const { apiKey } = await newTenant();
  const bodies: Record<string, unknown> = {
    toggleWebhook: { is_active: true },
    updateWebhook: { name: "A" },
    replayWebhookDeliveries: { since: "2026-01-01T00:00:00Z" },
  };
  const filled = path.replaceAll(/\{\w+\}/g, "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01");

  const { status, body } = await send(method, filled, bodies[id], { "x-api-key": apiKey });

  expect(ofWebhooks.length).toBeGreaterThanOrEqual(9);
  expect([status, body.error.error_code]).toEqual([404, "NOT_FOUND"]);
});

/** The tiers of the families of document 1 and of the machine APIs, as the contract's list of endpoints has them. */
const TIERS_OF = {
  AUTH_LOGIN: "login loginJson",
  AUTH_REFRESH: "refresh",
  AUTH_REGISTER: "register",
  AUTH_PASSWORD_RESET: "forgotPassword resetPassword signInFirst",
  AUTH_LOGOUT: "logout",
  HEALTH_CHECK: "getHealth getSyncStatus",
  READ_PUBLIC: "getCsrfToken",
  READ_SENSITIVE: "getMe listUsers getUser listInvitations listAuditLog getProductOverview getCompletenessStats",
  READ_ADMIN: "getLockout listApiKeys getApiKey",
  READ_STANDARD:
    "testAuthentication listEventTypes listWebhooks getWebhook listWebhookLogs getExtStatus listExtProducts listExtChanges getExtProduct listSyncProducts listSyncChanges getSyncProduct listSyncCategories listSyncSuppliers",
  WRITE_USER_MGMT: "unlockAccount inviteUser updateUser",
  WRITE_CONFIG:
    "createWebhook updateWebhook deleteWebhook toggleWebhook createApiKey updateApiKey revokeApiKey rotateApiKey",
  WRITE_STANDARD:
    "testWebhook retryWebhookDelivery upsertExtProduct upsertExtProducts putExtProduct updateExtProduct updateSyncProduct activateSyncProduct deactivateSyncProduct",
  BULK_IMPORT: "syncProducts",
  BULK_UPDATE: "updateSyncStock updateSyncPrices",
};
test.each(Object.entries(TIERS_OF))("D1-162…171 D2-152 S9.2 %s counts %s", (tier, ids) => {
  const tiers = ids.split(" ").map((id) => [id, OPERATIONS.find((operation) => operation.id === id)?.tier]);
  expect(tiers).toEqual(ids.split(" ").map((id) => [id, tier]));
});
