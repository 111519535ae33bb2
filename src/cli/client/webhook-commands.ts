import { setTimeout as sleep } from "node:timers/promises";
import type { ClientCall, ClientCommand } from "./client-command.ts";

const POLL_MS = 1_000;
const PAGE = 100;
const LOG_FIELDS = ["triggered_at", "event", "status_code", "attempt", "duration_ms", "error_message"];
const HOUR_MS = 3_600_000;

interface LogEntry {
  id: string;
  triggered_at: string;
}

const textOf = (entry: LogEntry & Record<string, unknown>): string =>
  LOG_FIELDS.map((name) => entry[name])
    .filter((value) => value !== null)
    .join("  ");

/** Shows attempts as they are made, the oldest first, until it is stopped; once with `--once`. */
async function tail({ api, words, given, show }: ClientCall): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const { items } = await api.json("GET", `/webhooks/${words[0]}/logs`, { query: { per_page: PAGE } });
    const page: (LogEntry & Record<string, unknown>)[] = items;
    const fresh = page.filter(({ id }) => !seen.has(id)).toReversed();
    for (const entry of fresh) show(given["json"] === true ? entry : textOf(entry));
    // Only what the next page may show again.
    seen.clear();
    for (const { id } of page) seen.add(id);
    if (given["once"] === true) return;
    await sleep(POLL_MS);
  }
}

/** `catalogd webhooks …` */
export const WEBHOOK_COMMANDS: ClientCommand[] = [
  {
    group: "webhooks",
    usage: "list",
    description: "List webhooks, paused ones too",
    examples: ["catalogd webhooks list"],
    run: async ({ api, show }) => {
      show(await api.json("GET", "/webhooks", { query: { per_page: PAGE } }), [
        "id",
        "name",
        "url",
        "is_active",
        "events",
      ]);
    },
  },
  {
    group: "webhooks",
    usage: "tail <webhook>",
    description: "Show the attempts to deliver to a webhook as they are made",
    options: [["--once", "Show what there is, and end"]],
    examples: [
      "catalogd webhooks tail 01a210e3-7e13-7000-a503-5381a8ea28d6",
      "catalogd webhooks tail ID --once --json",
    ],
    run: tail,
  },
  {
    group: "webhooks",
    usage: "replay <webhook>",
    description: "Send again what became undeliverable since a time",
    options: [["--since <time>", "ISO 8601, as 2026-11-21T10:00:00Z; without it, the last 24 hours"]],
    examples: ["catalogd webhooks replay 01a210e3-7e13-7000-a503-5381a8ea28d6 --since 2026-11-21T10:00:00Z"],
    run: async ({ api, words, given, show }) => {
      const since = given["since"] ?? new Date(Date.now() - 24 * HOUR_MS).toISOString();
      show(await api.json("POST", `/webhooks/${words[0]}/replay`, { body: { since } }));
    },
  },
];
