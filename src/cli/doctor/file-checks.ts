import { EVERY_TENANT } from "../../../db/ports.ts";
import { listNamedFiles } from "../../../db/storage/known-files.ts";
import { listTenants } from "../../../db/tenants/all-tenants.ts";
import { orphanFiles } from "../../maintenance/orphan-files.ts";
import type { Files } from "../../storage/files.ts";
import { openFiles } from "../../storage/open-files.ts";
import { counted, type Finding, type Read } from "./finding.ts";

const AT_ONCE = 500;
const TENANTS_MAX = 100_000;
/** What is younger may be about to get its row; the service's own daily look waits as long. */
const AGE_MS = 86_400_000;

const tenantIds = async ({ reader }: Read): Promise<string[]> =>
  (await listTenants(reader(EVERY_TENANT), { after: "", limit: TENANTS_MAX })).map(({ id }) => id);

/** Files that no row names. */
async function checkOrphans(read: Read, files: Files): Promise<Finding> {
  const check = "orphans";
  let [orphans, deleted] = [0, 0];
  for (const tenantId of await tenantIds(read)) {
    for await (const keys of orphanFiles(files, read.reader(tenantId), read.nowMs - AGE_MS)) {
      orphans += keys.length;
      if (!read.flags.fix) continue;
      for (const key of keys) await files.delete(key);
      deleted += keys.length;
    }
  }
  if (orphans === 0) return { check, status: "ok", says: "Every stored file belongs to something" };
  const says = `${counted(orphans, "stored file")} of more than a day ago without a row`;
  if (deleted > 0) return { check, status: "fixed", says: `${says}: deleted` };
  return {
    check,
    status: "warning",
    says: `${says}: --fix deletes what belongs to nothing, as the service does daily`,
  };
}

/** Which of the tenant's rows name a file that is not there, and how many name one. */
async function missingOf({ reader }: Read, tenantId: string, files: Files) {
  let named = 0;
  const missing: string[] = [];
  for (let after = ""; ; ) {
    const keys = await listNamedFiles(reader(tenantId), { after, limit: AT_ONCE });
    for (const key of keys) if ((await files.sizeBytes(key)) === undefined) missing.push(key);
    named += keys.length;
    after = keys.at(-1) ?? after;
    if (keys.length < AT_ONCE) return { named, missing };
  }
}

/** Rows whose file is gone. Each is asked for, which takes long in an object store: there only with `--full`. */
async function checkMissing(read: Read, files: Files): Promise<Finding> {
  const check = "files";
  if (read.config.s3Endpoint !== undefined && read.flags.full !== true) {
    return { check, status: "ok", says: "They are in an object store, and looked for with --full only" };
  }
  let named = 0;
  const missing: string[] = [];
  for (const tenantId of await tenantIds(read)) {
    const found = await missingOf(read, tenantId, files);
    named += found.named;
    missing.push(...found.missing);
  }
  if (missing.length === 0) return { check, status: "ok", says: `${counted(named, "stored file")}, all there` };
  const says = `${missing.length} of ${counted(named, "stored file")} missing, for one ${missing[0]}: put the folder of files back from a backup`;
  return { check, status: "error", says };
}

/** Files against rows, both ways. */
export async function checkFiles(read: Read): Promise<Finding[]> {
  const files = openFiles(read.config);
  return [await checkMissing(read, files), await checkOrphans(read, files)];
}
