import { cpus } from "node:os";

/** One line of the result. `bare` is the least that could do the same work, measured in the same run. */
export interface Line {
  work: string;
  value: number;
  unit: "/s" | "ms" | "µs" | "MB";
  bare?: number | undefined;
  target: string;
}

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));

/**
 * The lines as a table for people; where `bare` is there, the ratio says how much of it is reached. `beside` is what
 * `bare` is called.
 */
export function printTable(lines: Line[], heading: string, beside = "bare"): string {
  const rows = lines.map(({ work, value, unit, bare, target }) => {
    const ratio = bare === undefined ? "" : `${(value / bare).toFixed(2)} ×`;
    return `| ${work} | ${figure(value)} ${unit} | ${bare === undefined ? "" : figure(bare)} | ${ratio} | ${target} |`;
  });
  return [heading, "", `| work | catalogd | ${beside} | ratio | target |`, "|---|--:|--:|--:|---|", ...rows].join("\n");
}

/** When, where and with what it was measured. */
export function measuredOn(rows: number): string {
  const [processor] = cpus();
  const machine = `${cpus().length} cores (${processor?.model.trim() || "unknown"})`;
  const day = new Date().toISOString().slice(0, 10);
  return `${rows.toLocaleString("en")} products, ${day}, ${machine}, Bun ${Bun.version}.`;
}
