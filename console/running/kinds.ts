import type { Page } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { has, may } from "../api/session.ts";
import { codeWord } from "../words/fields.ts";

/** Work that goes on, as the head shows it. */
export interface Running {
  id: string;
  /** Where it is read, and followed by its events. */
  path: string;
  kind: "import" | "edit" | "enrichment" | "translation" | "export" | "shop";
  name: string;
  href: string;
  done: number;
  total: number;
  failed: number;
  isOver: boolean;
}

type Body = Record<string, unknown> & { id: string; status: string };
interface Kind {
  isSeen: () => boolean;
  /** The lists that have what runs. */
  lists: string[];
  read: (body: Body) => Running;
  /** What of an item of a list the body is, where it is not the item itself; `undefined`: nothing runs. */
  bodyOf?: (item: Body) => Body | undefined;
}

const OVER = new Set([
  "completed",
  "completed_with_errors",
  "awaiting_mapping",
  "ready",
  "failed",
  "cancelled",
  "reverted",
  "paused",
  "undone",
  "uploaded",
  "mapping",
  "mapped",
]);
const SYNCED = ["pushed", "pulled", "updated", "skipped", "errors"];
const figure = (value: unknown): number => (typeof value === "number" ? value : 0);
const shared = ({ id, status, failed }: Body) => ({ id, isOver: OVER.has(status), failed: figure(failed) });

/** Each kind of work, and how its bodies are read. */
const KINDS: readonly Kind[] = [
  {
    isSeen: () => has("imports") && may("MANAGE_IMPORTS"),
    lists: ["/imports/recent?limit=10"],
    read: (body) => ({
      ...shared(body),
      kind: "import",
      path: `/imports/${body.id}`,
      href: `/imports/${body.id}`,
      name: String(body["file_name"]),
      done: figure(body["processed_rows"]),
      total: figure(body["total_rows"]),
      failed: figure(body["failed_rows"]),
    }),
  },
  {
    isSeen: () => may("EDIT_CATALOG"),
    lists: ["/products/bulk/edits?status=running&limit=5"],
    read: (body) => ({
      ...shared(body),
      kind: "edit",
      path: `/products/bulk/edits/${body.id}`,
      href: "/products",
      name: Object.keys(Object(body["fields"])).join(", "),
      done: figure(body["changed"]) + figure(body["unchanged"]) + figure(body["failed"]),
      total: figure(body["total"]),
    }),
  },
  {
    isSeen: () => has("enrichment") && may("VIEW_CATALOG"),
    lists: ["/enrichment/batch?status=running&limit=5"],
    read: (body) => ({
      ...shared(body),
      kind: "enrichment",
      path: `/enrichment/batch/${body.id}`,
      href: "/ai/batches",
      name: String(body["name"]),
      done: figure(body["processed"]),
      total: figure(body["total_products"]),
    }),
  },
  {
    isSeen: () => has("enrichment") && may("VIEW_CATALOG"),
    lists: ["/enrichment/translate/batch?limit=5"],
    read: (body) => ({
      ...shared(body),
      kind: "translation",
      path: `/enrichment/translate/batch/${body.id}`,
      href: "/ai/translation",
      name: [body["languages"]].flat().join(", "),
      done: figure(body["done"]) + figure(body["skipped"]) + figure(body["failed"]),
      total: figure(body["total"]),
    }),
  },
  {
    isSeen: () => has("exports") && may("MANAGE_EXPORTS"),
    lists: ["/exports/jobs?status=running&limit=5", "/exports/jobs?status=pending&limit=5"],
    read: (body) => ({
      ...shared(body),
      kind: "export",
      path: `/exports/jobs/${body.id}`,
      href: "/exports/runs",
      name: String(body["platform_name"]),
      done: figure(body["success_items"]) + figure(body["failed_items"]) + figure(body["skipped_items"]),
      total: figure(body["total_items"]),
      failed: figure(body["failed_items"]),
    }),
  },
  {
    isSeen: () => has("connectors") && may("MANAGE_CONNECTORS"),
    lists: ["/connectors/sync-status?limit=20"],
    bodyOf: ({ id, last_job: job }) => (job ? { ...(job as Body), connector_id: id } : undefined),
    read: (body) => ({
      ...shared(body),
      kind: "shop",
      path: `/connectors/${String(body["connector_id"])}/sync/jobs/${body.id}`,
      href: `/shops/${String(body["connector_id"])}`,
      name: codeWord(String(body["job_type"])),
      done: SYNCED.reduce((sum, name) => sum + figure(body[name]), 0),
      total: figure(body["total"]),
      failed: figure(body["errors"]),
    }),
  },
];

/** What runs now, of all kinds that the person may see. */
export async function listRunning(): Promise<Running[]> {
  const lists = KINDS.filter(({ isSeen }) => isSeen()).flatMap(({ lists: paths, read, bodyOf = (item) => item }) =>
    paths.map(async (path) => {
      const answer = await api.get<Body[] | Page<Body>>(path);
      if (!answer.ok) return [];
      const bodies = Array.isArray(answer.value) ? answer.value : answer.value.items;
      return bodies
        .flatMap((item) => bodyOf(item) ?? [])
        .map(read)
        .filter(({ isOver }) => !isOver);
    }),
  );
  return (await Promise.all(lists)).flat();
}

/** A body of an event, read as its kind is. */
export const readAs = ({ kind, path }: Running, body: unknown): Running | undefined =>
  KINDS.map(({ read }) => read(body as Body)).find((each) => each.kind === kind && each.path === path);
