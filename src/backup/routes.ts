import { openRoutes } from "../http/gate/access.ts";
import { metaPage, pageOf } from "../http/input/page.ts";
import { required } from "../http/output/errors.ts";
import { operatorPolicy } from "../identity/operator/guard.ts";
import type { Services } from "../runtime/services.ts";
import { type BackupRecord, findRecord, listRecords } from "./backup-record.ts";
import { BackupBody, BackupPage, BackupParams, BackupQuery, BackupStart } from "./schema.ts";

/** A record as answers show it. */
const backupBody = ({ pid: _, ...shown }: BackupRecord) => shown;

/** `/operator/backups`: backups of the whole instance, made while it runs. */
export const backupRoutes = (services: Services) => {
  const operator = operatorPolicy(services.config);
  const { dataDir } = services.config;
  return openRoutes(services, "Operator", "/operator/backups")
    .post(
      "",
      async ({ body, status, set }) => {
        const record = await services.backups.begin({ withKey: body.with_key });
        set.headers["location"] = `/api/v1/operator/backups/${record.id}`;
        return status(202, backupBody(record));
      },
      {
        policy: {
          ...operator,
          tier: "WRITE_CONFIG",
          narrows: true,
          refusals: [...operator.refusals, "INVALID_STATE", "INSUFFICIENT_STORAGE"],
        },
        body: BackupStart,
        response: { 202: BackupBody },
        detail: {
          operationId: "startBackup",
          summary: "Begin a backup",
          description:
            "Of the whole instance, into the place of CATALOGD_BACKUP_TO, while it goes on. Ask for it by its id until its status is no longer `running`. 409 while another one is being made, 507 where the data folder has no room for a copy of the database.",
        },
      },
    )
    .get(
      "",
      async ({ query }) => {
        const page = pageOf(query);
        const records = await listRecords(dataDir);
        const shown = records.slice(page.offset, page.offset + page.perPage);
        return metaPage(shown.map(backupBody), records.length, page);
      },
      {
        policy: { ...operator, tier: "READ_ADMIN" },
        query: BackupQuery,
        response: { 200: BackupPage },
        detail: {
          operationId: "listBackups",
          summary: "List backups",
          description: "Newest first, those that failed and those of `catalogd backup` included.",
        },
      },
    )
    .get(
      "/:backup_id",
      async ({ params: { backup_id: id } }) => backupBody(required(await findRecord(dataDir, id), "backup", id)),
      {
        policy: { ...operator, tier: "READ_ADMIN" },
        params: BackupParams,
        response: { 200: BackupBody },
        detail: { operationId: "getBackup", summary: "Get a backup", description: "How far it is, or how it ended." },
      },
    );
};
