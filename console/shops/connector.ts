import type { Schema } from "../ui/schema.ts";

/** A connected shop. */
export interface Connector {
  id: string;
  platform_id: string;
  name: string;
  is_active: boolean;
  status: "pending" | "active" | "error";
  status_message: string | null;
  last_sync_at: string | null;
  api: { version: string; warning: string | null } | null;
}

/** A kind of shop, with what it asks for. */
export interface Platform {
  id: string;
  name: string;
  description: string;
  capabilities: string[];
  config_schema?: Schema;
}

/** What was sent to a shop, or fetched from it. */
export interface SyncRun {
  id: string;
  job_type: string;
  status: string;
  pushed: number;
  pulled: number;
  skipped: number;
  /** How many products it is of; `null`: not counted. */
  total: number | null;
  errors: number;
  error_message: string | null;
  started_at: string;
}
