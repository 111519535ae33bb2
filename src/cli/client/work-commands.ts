import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";
import type { Api } from "./api-client.ts";
import type { ClientCall, ClientCommand } from "./client-command.ts";
import { exitOfImport, followImport } from "./follow-import.ts";
import { follow } from "./progress.ts";

const POLL_MS = 1_000;
const SHOWN_MAX = 20;
const JOB_FIELDS = ["kind", "id", "status", "done", "of", "errors", "started_at"];
const SYNC_FIELDS = ["id", "job_type", "status", "pushed", "updated", "errors", "skipped", "error_message"];

type Row = Record<string, unknown>;

/** What one of the parts answers; nothing where this key may not see it, or it is switched off. */
const rowsAt = async (api: Api, path: string): Promise<Row[]> => {
  const answer = await api.json("GET", path, { query: { per_page: SHOWN_MAX } }).catch((error: unknown) => {
    if (error instanceof CommandRefused && error.exitCode === EXIT.refused) return [];
    throw error;
  });
  return Array.isArray(answer) ? answer : answer.items;
};

const syncsOf = async (api: Api): Promise<Row[]> => {
  const connectors = await rowsAt(api, "/connectors");
  const lists = await Promise.all(
    connectors.slice(0, SHOWN_MAX).map(async ({ id }) => {
      const jobs: Row[] = await api.json("GET", `/connectors/${id}/jobs`, { query: { limit: SHOWN_MAX } });
      return jobs;
    }),
  );
  return lists.flat();
};

/** Imports, exports to partners and syncs of shops, as one list. */
async function jobs({ api, show }: ClientCall): Promise<void> {
  const [imports, exports, syncs] = await Promise.all([
    rowsAt(api, "/imports"),
    rowsAt(api, "/exports/jobs"),
    syncsOf(api),
  ]);
  const rows: Row[] = [
    ...imports.map((each) => ({
      ...each,
      kind: "import",
      done: each["processed_rows"],
      of: each["total_rows"],
      errors: each["failed_rows"],
    })),
    ...exports.map((each) => ({
      ...each,
      kind: "export",
      done: each["success_items"],
      of: each["total_items"],
      errors: each["failed_items"],
    })),
    ...syncs.map((each) => ({
      ...each,
      kind: each["job_type"],
      done: Number(each["pushed"]) + Number(each["updated"]),
      of: null,
    })),
  ];
  const startedAt = (row: Row) => String(row["started_at"] ?? row["created_at"] ?? "");
  const newest = rows.toSorted((one, other) => (startedAt(one) < startedAt(other) ? 1 : -1));
  show(
    newest.map((row) => Object.fromEntries(JOB_FIELDS.map((name) => [name, row[name] ?? null]))),
    JOB_FIELDS,
  );
}

const followSync = (api: Api, connectorId: string, jobId: string): Promise<Row> =>
  follow<Row>(
    () => api.json("GET", `/connectors/${connectorId}/sync/jobs/${jobId}`),
    ({ pushed, updated, skipped, errors, status }) => {
      const done = Number(pushed) + Number(updated) + Number(skipped);
      return { done, total: 0, errors: Number(errors), step: String(status) };
    },
    { isOver: ({ status }) => status !== "processing", everyMs: POLL_MS },
  );

async function push({ api, words, given, show }: ClientCall): Promise<number> {
  const what = given["stock"] === true ? "stock" : given["prices"] === true ? "prices" : "products";
  const id = String(words[0]);
  const body = given["force"] === true ? { force: true } : {};
  const begun = await api.json("POST", `/connectors/${id}/sync/push-${what}`, what === "products" ? { body } : {});
  if (given["watch"] !== true) {
    show(begun);
    return 0;
  }
  const job = await followSync(api, id, begun.job_id);
  show(job, SYNC_FIELDS);
  if (job["status"] === "failed") return EXIT.refused;
  return Number(job["errors"]) > 0 ? EXIT.rowsFailed : 0;
}

/** `catalogd jobs …` and `catalogd connectors …` */
export const WORK_COMMANDS: ClientCommand[] = [
  {
    group: "jobs",
    usage: "list",
    description: "List imports, exports to partners and syncs of shops, newest first",
    examples: ["catalogd jobs list", "catalogd jobs list --json"],
    run: jobs,
  },
  {
    group: "jobs",
    usage: "watch <import>",
    description: "Show how far an import is until it ends",
    examples: ["catalogd jobs watch 01a210e3-7ab5-7000-931f-9ab7665964dc"],
    run: async ({ api, words, show }) => {
      const ended = await followImport(api, String(words[0]));
      show(ended, ["id", "status", "total_rows", "processed_rows", "failed_rows", "error_message"]);
      return exitOfImport(ended);
    },
  },
  {
    group: "connectors",
    usage: "list",
    description: "List the connected shops and marketplaces",
    examples: ["catalogd connectors list"],
    run: async ({ api, show }) =>
      show(await api.json("GET", "/connectors"), ["id", "platform_id", "name", "is_active", "status", "last_sync_at"]),
  },
  {
    group: "connectors",
    usage: "push <connector>",
    description: "Send products, stock or prices to a shop; ends with 65 when some have errors",
    options: [
      ["--stock", "Only stock"],
      ["--prices", "Only prices"],
      ["--force", "Send products that have not changed too"],
      ["--watch", "Show how far it is until it ends"],
    ],
    examples: ["catalogd connectors push 01a210e3-7df9-7000-ab5b-e5ac906e3307 --prices --watch"],
    run: push,
  },
];
