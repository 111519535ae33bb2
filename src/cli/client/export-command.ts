import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";
import type { ClientCall, ClientCommand } from "./client-command.ts";
import { follow } from "./progress.ts";
import { saveAnswer } from "./save-answer.ts";

const FORMATS = ["csv", "excel", "json", "zip"];
const KINDS = ["products", "suppliers"];
const POLL_MS = 300;

const oneOf = (name: string, value: unknown, allowed: string[]): string => {
  if (typeof value === "string" && allowed.includes(value)) return value;
  throw new CommandRefused(`--${name} ${value}: it is one of ${allowed.join(", ")}`, EXIT.usage);
};

function wishOf({ given }: ClientCall): unknown {
  const { exportProfile, fields, data } = given;
  let body: Record<string, unknown> = {};
  try {
    body = typeof data === "string" ? Object(JSON.parse(data)) : {};
  } catch (error) {
    throw new CommandRefused(`-d: ${error instanceof Error ? error.message : error}`, EXIT.usage);
  }
  return {
    ...body,
    ...(typeof exportProfile === "string" && { profile: exportProfile }),
    ...(typeof fields === "string" && { include_fields: fields.split(",") }),
  };
}

/** Waits until the file is complete. Throws `CommandRefused` with why it is not. */
async function fileOf({ api }: ClientCall, taskId: string) {
  const { state, message, result } = await follow(
    () => api.json("GET", `/exports/progress/${taskId}`),
    ({ current: done, total }) => ({ done, total, errors: 0, step: "exporting" }),
    { isOver: ({ state }) => state === "SUCCESS" || state === "FAILURE", everyMs: POLL_MS },
  );
  if (state === "FAILURE") throw new CommandRefused(message);
  return result;
}

async function run(call: ClientCall): Promise<void> {
  const { api, given, show } = call;
  const format = oneOf("format", given["format"] ?? "csv", FORMATS);
  const kind = oneOf("of", given["of"] ?? "products", KINDS);
  const { task_id: id } = await api.json("POST", `/exports/${format}/${kind}`, { body: wishOf(call) });
  const file = await fileOf(call, id);
  const { response } = await api.send("GET", `/exports/download/${id}`);
  const to = typeof given["to"] === "string" ? given["to"] : file.file_name;
  await saveAnswer(response, to === "-" ? undefined : to);
  if (to !== "-") show({ file: to, rows: file.rows, size_bytes: file.file_size });
}

/** `catalogd export` */
export const EXPORT_COMMAND: ClientCommand = {
  usage: "export",
  description: "Export products or suppliers into a file",
  options: [
    ["--format <name>", `One of ${FORMATS.join(", ")}; csv without it`],
    ["--of <kind>", `One of ${KINDS.join(", ")}; products without it`],
    ["--to <file>", "Where it is written; - for standard output; without it, the name that the service gives it"],
    ["--fields <names>", "Exactly these columns, comma-separated"],
    ["--export-profile <name>", "The export profile that says which columns"],
    ["-d, --data <json>", "Further options, as the operation takes them"],
  ],
  examples: [
    "catalogd export --format excel --to catalog.xlsx",
    "catalogd export --fields ean,title,price --to - > prices.csv",
    'catalogd export -d \'{"filters": {"is_active": true}}\'',
  ],
  run,
};
