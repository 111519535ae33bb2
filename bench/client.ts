import { openAsBlob } from "node:fs";
import { basename } from "node:path";

const POLL_MS = 20;

// biome-ignore lint/suspicious/noExplicitAny: a measurement reads any answer
type Json = any;

/** Nothing is compressed: the services beside it do not do so either. */
const headersOf = (apiKey: string) => ({ "x-api-key": apiKey, "accept-encoding": "identity" });

/** Calls a running service as its client does. */
export function openClient(url: string, apiKey: string) {
  async function send(method: string, path: string, body?: object): Promise<Response> {
    const json = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...headersOf(apiKey), ...(json && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }
  const call = async (method: string, path: string, body?: object): Promise<Json> =>
    (await send(method, path, body)).json();

  return {
    call,
    /** Uploads a file and saves the mapping it is offered; the import is ready to start. Returns its id. */
    prepareImport: async (path: string): Promise<string> => {
      const form = new FormData();
      form.set("file", await openAsBlob(path), basename(path));
      const { id, data } = await call("POST", "/imports/upload", form);
      await call("POST", `/imports/${id}/save-mapping`, {
        column_mapping: data.file_analysis.suggested_mapping,
        import_options: { create_categories: true },
      });
      return id;
    },
    /** Starts an import and waits for its end; returns its record. */
    runImport: async (id: string): Promise<Json> => {
      await call("POST", `/imports/${id}/start-processing`);
      for (;;) {
        const job = await call("GET", `/imports/${id}`);
        if (/^completed/.test(job.status)) return job;
        if (/^(failed|cancelled)$/.test(job.status)) throw new Error(`The import ended ${JSON.stringify(job)}`);
        await Bun.sleep(POLL_MS);
      }
    },
    /** Waits until a search finds at least one product. */
    untilFound: async (words: string): Promise<void> => {
      const path = `/products?search=${encodeURIComponent(words)}`;
      while ((await call("GET", path)).meta.total === 0) await Bun.sleep(POLL_MS);
    },
    /** Waits until a ranked search finds the product with this code. */
    untilIndexed: async (code: string): Promise<void> => {
      while ((await call("GET", `/search/products?q=${code}`)).meta.total === 0) await Bun.sleep(POLL_MS);
    },
    /** Exports every product by a task, as CSV or in another format, and downloads the file; returns its size in bytes. */
    exportByTask: async (format = "csv", options: object = {}): Promise<number> => {
      const { task_id: id } = await call("POST", `/exports/${format}/products`, options);
      for (;;) {
        const { state, message } = await call("GET", `/exports/progress/${id}`);
        if (state === "SUCCESS") break;
        if (state === "FAILURE") throw new Error(`The export failed: ${message}`);
        await Bun.sleep(POLL_MS);
      }
      return countBytes(await send("GET", `/exports/download/${id}`));
    },
    exportByStream: async (): Promise<number> => countBytes(await send("GET", "/exports/stream/csv/products")),
  };
}
export type Client = ReturnType<typeof openClient>;

/** Reads an answer without keeping it. */
async function countBytes(response: Response): Promise<number> {
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  return bytes;
}
