import { Type } from "@sinclair/typebox";
import type { Reader } from "../../db/ports.ts";
import { accessRoutes } from "../http/gate/access.ts";
import { versionOf, withETag } from "../http/output/etag.ts";
import { EventStream, FOLLOWS, type Followed, followAnswer, readWaiting, Wait } from "../kit/follow.ts";
import type { Services } from "../runtime/services.ts";
import { ImportBody, type ImportRecord, importRecord } from "./import-record.ts";
import { POLL } from "./policies.ts";
import { requireImport } from "./require-import.ts";
import { ImportParams } from "./schema.ts";
import { WORKING } from "./states.ts";

const AT_WORK: ReadonlySet<string> = new Set(WORKING);

/** An import as those see it who follow it: it rests when it waits for somebody or is over. */
const followedImport = (db: Reader, id: string): Followed<ImportRecord> => ({
  read: async () => importRecord(await requireImport(db, id)),
  isAtRest: ({ status }) => !AT_WORK.has(status),
});

/** How an import stands: once, when it has changed, or as long as it runs. Below the import's path. */
export const readImportRoutes = (services: Services) =>
  accessRoutes(services, "Imports")
    .get(
      "",
      async ({ db, tenantId, request, call, params, query, headers, set }) => {
        const known = headers["if-none-match"];
        const waiting = { tenantId, seconds: query.wait, known, tagOf: versionOf, signal: request.signal, call };
        const record = await readWaiting(services, waiting, followedImport(db, params.import_id));
        return withETag({ headers, set }, versionOf(record), record);
      },
      {
        policy: POLL,
        params: ImportParams,
        query: Type.Object(Wait),
        response: { 200: ImportBody },
        detail: {
          operationId: "getImport",
          summary: "Get an import",
          description: "Counters are updated while it runs. With `wait` it answers when they have changed.",
        },
      },
    )
    .get(
      "/events",
      ({ db, tenantId, request, params }) =>
        followAnswer(services, request, tenantId, followedImport(db, params.import_id)),
      {
        policy: POLL,
        params: ImportParams,
        response: { 200: EventStream },
        detail: { operationId: "followImport", summary: "Follow an import", description: FOLLOWS },
      },
    );
