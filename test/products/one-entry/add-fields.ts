import { plugin } from "bun";

/** What somebody writes who adds a field to `extra` and one with a column: an entry, and for the latter its column. */
const WRITTEN: { file: RegExp; behind: string; line: string; isText?: true }[] = [
  {
    file: /\/src\/products\/fields\/features\.ts$/,
    behind: "export const FEATURES = {",
    line: `
      scent: extra(line("Scent."), { label: ["Scent", "Parfum"], headers: "scent, duftnote", in: ["appsync"] }),
      batch_code: text("batchCode", line("Code of the batch."), {
        label: ["Batch code", "Code de lot"], shown: "", in: ["catalog-export", "ext"] }),`,
  },
  {
    file: /\/db\/products\/product-row\.ts$/,
    behind: "asin: text(SHOWN),",
    line: "batchCode: text(SHOWN),",
  },
  { file: /\/db\/schema\/catalog\.sql$/, behind: "create table product (", line: "batch_code text,", isText: true },
];

plugin({
  name: "added fields",
  setup(build) {
    for (const { file, behind, line, isText } of WRITTEN) {
      build.onLoad({ filter: file }, async ({ path }) => {
        const source = await Bun.file(path).text();
        if (!source.includes(behind)) throw new Error(`${path} has no ${behind}`);
        const contents = source.replace(behind, `${behind}\n${line}`);
        return isText ? { exports: { default: contents }, loader: "object" } : { contents, loader: "ts" };
      });
    }
  },
});
