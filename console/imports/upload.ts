import { signal } from "@preact/signals";
import { api } from "../api/api.ts";
import { go } from "../shell/address.ts";
import { toastRefusal } from "../ui/toast.tsx";
import { type Analysis, type DryRun, MAPPED_STATES } from "./import-body.ts";

/** The file that is being read. */
export const uploading = signal<string | undefined>(undefined);
/** What was found out of files in this page, by import. */
export const analyses = new Map<string, Analysis>();

/** Rows that show what the columns come to. */
const TRIED_ROWS = 50;
/** What the suggested mapping comes to: nothing is written. */
export const tryFirstRows = (id: string, signal?: AbortSignal) =>
  api.post<DryRun>(`/imports/${id}/dry-run`, { query: { rows: TRIED_ROWS }, ...(signal && { signal }) });
/** The same of files that were just read, by import: it is worked out while the page is drawn. */
export const firstTries = new Map<string, ReturnType<typeof tryFirstRows>>();

interface Uploaded {
  id: string;
  status: string;
  data?: { file_analysis?: Analysis };
}

/** Sends a file and opens what was found out about it. */
export async function uploadFile(file: File): Promise<void> {
  const body = new FormData();
  body.append("file", file);
  uploading.value = file.name;
  const answer = await api.post<Uploaded>("/imports/upload", { body });
  uploading.value = undefined;
  if (!answer.ok) return toastRefusal(answer.refusal);
  const { id, status, data } = answer.value;
  if (data?.file_analysis) analyses.set(id, data.file_analysis);
  if (MAPPED_STATES.has(status)) firstTries.set(id, tryFirstRows(id));
  go(`/imports/${id}`);
}
