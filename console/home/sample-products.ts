import products from "../../src/cli/demo-products.csv" with { type: "text" };
import type { Refusal } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { go } from "../shell/address.ts";

interface Uploaded {
  id: string;
  data: { file_analysis: { suggested_mapping: Record<string, string> } };
}

/** Imports forty products to look around with: an import like any other, which is taken back by one click on its page. */
export async function importSampleProducts(): Promise<Refusal | undefined> {
  const body = new FormData();
  body.append("file", new File([products], "sample-products.csv", { type: "text/csv" }));
  const uploaded = await api.post<Uploaded>("/imports/upload", { body });
  if (!uploaded.ok) return uploaded.refusal;
  const { id, data } = uploaded.value;
  const mapping = { column_mapping: data.file_analysis.suggested_mapping };
  const saved = await api.post(`/imports/${id}/save-mapping`, { body: mapping });
  if (!saved.ok) return saved.refusal;
  const started = await api.post(`/imports/${id}/start-processing`);
  if (!started.ok) return started.refusal;
  go(`/imports/${id}`);
  return undefined;
}
