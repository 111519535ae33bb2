import administration from "./schema/administration.sql" with { type: "text" };
import ai from "./schema/ai.sql" with { type: "text" };
import catalog from "./schema/catalog.sql" with { type: "text" };
import codes from "./schema/codes.sql" with { type: "text" };
import connectors from "./schema/connectors.sql" with { type: "text" };
import content from "./schema/content.sql" with { type: "text" };
import events from "./schema/events.sql" with { type: "text" };
import exportPlatforms from "./schema/export-platforms.sql" with { type: "text" };
import exportSchedules from "./schema/export-schedules.sql" with { type: "text" };
import exports from "./schema/exports.sql" with { type: "text" };
import history from "./schema/history.sql" with { type: "text" };
import identity from "./schema/identity.sql" with { type: "text" };
import imports from "./schema/imports.sql" with { type: "text" };
import jobs from "./schema/jobs.sql" with { type: "text" };
import media from "./schema/media.sql" with { type: "text" };
import pricing from "./schema/pricing.sql" with { type: "text" };
import schedules from "./schema/schedules.sql" with { type: "text" };
import search from "./schema/search.sql" with { type: "text" };
import variants from "./schema/variants.sql" with { type: "text" };

/** Every table of the main database, by family. */
const FAMILIES = [
  administration,
  ai,
  catalog,
  codes,
  connectors,
  content,
  events,
  exports,
  exportPlatforms,
  exportSchedules,
  history,
  identity,
  imports,
  jobs,
  media,
  pricing,
  schedules,
  search,
  variants,
];

/** The schema that migrations begin from. No file names a table of another one before rows are written. */
export const SCHEMA = FAMILIES.join("\n");
