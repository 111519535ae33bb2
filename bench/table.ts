import { cpus } from "node:os";

/** What one program reached, by the name of the work. */
export type Figures = ReadonlyMap<string, number>;

/** One line of the result. What others make of the same work was measured in the same run, in the same unit. */
export interface Line {
  work: string;
  value: number;
  unit: "/s" | "ms" | "µs" | "MB";
  target: string;
  /** The least that could do it, or another size of the catalog. */
  bare?: number | undefined;
  /** PocketBase. */
  peer?: number | undefined;
}

export const figuresOf = (lines: readonly Line[]): Figures => new Map(lines.map(({ work, value }) => [work, value]));

/** Puts figures beside the lines of the same works. Throws when a figure belongs to no line. */
export function putBeside(lines: readonly Line[], column: "bare" | "peer", figures: Figures): Line[] {
  const works = new Set(lines.map(({ work }) => work));
  for (const work of figures.keys()) if (!works.has(work)) throw new Error(`No line says ${work}`);
  return lines.map((line) => ({ ...line, [column]: figures.get(line.work) ?? line[column] }));
}

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
const ratio = (part: number): string => `${part >= 10 ? part.toFixed(1) : part.toFixed(2)} ×`;
const beside = (value: number, other: number | undefined): string =>
  other === undefined ? " | " : `${figure(other)} | ${ratio(value / other)}`;

/** The lines as a table for people. `columns` names what each line may have beside it; the ratio is the service's to it. */
export function printTable(
  lines: readonly Line[],
  heading: string,
  columns: Partial<Record<"bare" | "peer", string>>,
): string {
  const kinds = (["bare", "peer"] as const).filter((kind) => columns[kind] !== undefined);
  const names = kinds.map((kind) => ` ${columns[kind]} | ratio |`).join("");
  const rows = lines.map((line) => {
    const others = kinds.map((kind) => ` ${beside(line.value, line[kind])} |`).join("");
    return `| ${line.work} | ${figure(line.value)} ${line.unit} |${others} ${line.target} |`;
  });
  return [
    heading,
    "",
    `| work | catalogd |${names} target |`,
    `|---|--:|${"--:|--:|".repeat(kinds.length)}---|`,
    ...rows,
  ].join("\n");
}

/** When, where and with what it was measured. */
export function measuredOn(rows: number, programs: string[]): string {
  const [processor] = cpus();
  const machine = `${cpus().length} cores (${processor?.model.trim() || "unknown"})`;
  const day = new Date().toISOString().slice(0, 10);
  return `${[`${rows.toLocaleString("en")} products`, day, machine, `Bun ${Bun.version}`, ...programs].join(", ")}.`;
}
