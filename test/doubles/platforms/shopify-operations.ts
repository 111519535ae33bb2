import type { Reply } from "../shops.ts";
import type { Call } from "./platform.ts";

interface Operation {
  id: string;
  status: string;
  createdAt: string;
  query: string;
  url: string;
}

const PRODUCTS = "productSet(";
export const isOfOperations = (query: string) => /bulkOperation|stagedUploadsCreate/.test(query);
export interface ProductInput {
  id?: string;
  variants?: { sku: string }[];
}
type SetProduct = (input: ProductInput) => { product?: object; userErrors: object[] };

/**
 * Operations that the shop carries out by itself: each mutation of a file at once, by one connection at most, as is published.
 * They end when they are asked after for the second time.
 */
export function openOperations(setProduct: SetProduct) {
  const files = new Map<string, string>();
  const results = new Map<string, string>();
  const all: (Operation & { polls: number })[] = [];

  function carryOut(mutation: string, text: string, createdAt: string): string {
    const lines = text.split("\n").map((line) => JSON.parse(line));
    return lines
      .map((variables, __lineNumber) => {
        if (!mutation.includes(PRODUCTS)) {
          return { data: { productVariantsBulkUpdate: { userErrors: [] } }, __lineNumber };
        }
        const wasThere = variables.input.id !== undefined;
        const { product, userErrors } = setProduct(variables.input);
        const dated = product && { ...product, createdAt: wasThere ? "2026-01-01T00:00:00Z" : createdAt };
        return { data: { productSet: { product: dated ?? null, userErrors } }, __lineNumber };
      })
      .map((line) => JSON.stringify(line))
      .toReversed()
      .join("\n");
  }

  function run({ mutation = "", path = "" }: Record<string, string>, address: string) {
    const text = files.get(path);
    const userErrors = [];
    if (text === undefined) userErrors.push({ message: "No such file", code: "NO_SUCH_FILE" });
    if ((mutation.match(/\(first:/g) ?? []).length > 1)
      userErrors.push({ message: "One connection", code: "INVALID_MUTATION" });
    if (text === undefined || userErrors.length > 0) return { bulkOperation: null, userErrors };
    const id = `gid://shopify/BulkOperation/${all.length + 1}`;
    const createdAt = "2026-11-30T08:00:00Z";
    const url = `${address}/results/${all.length + 1}`;
    results.set(`/results/${all.length + 1}`, carryOut(mutation, text, createdAt));
    all.push({ id, status: "CREATED", createdAt, query: mutation, url, polls: 0 });
    return { bulkOperation: { id }, userErrors: [] };
  }

  return {
    all,
    results,
    /** What the place of files answers. */
    stored: ({ route, text }: Call): Reply | undefined => {
      const path = route.replace(/^\w+ /, "");
      if (route === "POST /upload") {
        const [, key = ""] = /name="key"\r\n\r\n(.*)\r\n/.exec(text) ?? [];
        const [, lines = ""] = /filename="[^"]+"\r\n[^\r]*\r\n\r\n([^\r]*)\r\n/.exec(text) ?? [];
        files.set(key, lines);
        return { status: 201, text: "" };
      }
      const found = results.get(path);
      return found === undefined ? undefined : { text: found };
    },
    /** What its API answers; files are laid down and read at this address. */
    answer: (query: string, variables: Record<string, unknown>, address: string) => {
      if (query.includes("stagedUploadsCreate")) {
        const parameters = [{ name: "key", value: `tmp/bulk/${files.size + 1}` }];
        return { stagedUploadsCreate: { stagedTargets: [{ url: `${address}/upload`, parameters }], userErrors: [] } };
      }
      if (query.includes("bulkOperationRunMutation(")) {
        return { bulkOperationRunMutation: run(variables as Record<string, string>, address) }; // as the query declares them
      }
      if (query.includes("bulkOperations(")) return { bulkOperations: { nodes: all.toReversed() } };
      const operation = all.find(({ id }) => id === variables["id"]);
      if (operation && ++operation.polls > 1) operation.status = "COMPLETED";
      return { bulkOperation: operation ?? null };
    },
  };
}
