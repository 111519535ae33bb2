import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";

/** The newest synchronisation of each of these connectors. */
export const listLastJobs = (db: Reader, connectorIds: readonly string[]): Promise<string[]> =>
  db.all(
    `select (select newest.id from sync_job newest
        where newest.tenant_id = :tenant and newest.connector_id = wanted.value
        order by newest.started_at_ms desc, newest.id desc limit 1) as id
      from json_each(:connectorIds) wanted
      where exists (select 1 from sync_job any_job
        where any_job.tenant_id = :tenant and any_job.connector_id = wanted.value)`,
    { connectorIds: JSON.stringify(connectorIds) },
    (row) => text(row, "id"),
  );
