import { signal } from "@preact/signals";
import { api } from "../api/api.ts";
import { go } from "../shell/address.ts";
import { toastRefusal } from "../ui/toast.tsx";
import type { Analysis } from "./import-body.ts";

/** The file that is being read. */
export const uploading = signal<string | undefined>(undefined);
/** What was found out of files in this page, by import. */
export const analyses = new Map<string, Analysis>();

interface Uploaded {
  id: string;
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
  const { id, data } = answer.value;
  if (data?.file_analysis) analyses.set(id, data.file_analysis);
  go(`/imports/${id}`);
}
