import { slugOf } from "../../text/name-key.ts";
import { FORMATS, formatOf } from "../formats/formats.ts";
import type { ExportOptions } from "../tasks/export-options.ts";
import type { ScheduleRow } from "./export-schedule.ts";

/** What the file of a run is called, or would have been; of a feed without its ending. */
export function plannedName(schedule: ScheduleRow, atMs: number): string {
  const { format = "csv", options = {}, feed_id: feedId } = schedule.export_config;
  const name = fileNameIn(schedule, { format: FORMATS[format].read(options) }, atMs);
  return feedId === undefined ? name : name.replace(/\.\w+$/, "");
}

/** `garden-nightly_20260131_235959.csv`, in the schedule's own time. */
export function fileNameIn(
  { schedule_name: name, timezone }: Pick<ScheduleRow, "schedule_name" | "timezone">,
  { format }: Pick<ExportOptions, "format">,
  atMs: number,
): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(atMs);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  const day = ["year", "month", "day"].map(part).join("");
  const time = ["hour", "minute", "second"].map(part).join("");
  return `${slugOf(name) || "export"}_${day}_${time}.${formatOf(format).ending(format)}`;
}
