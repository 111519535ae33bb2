import type { Upgrade } from "./upgrade.ts";

/** Where pages of changes ended, for all processes on a server. */
export const pageMarks: Upgrade = {
  name: "ends of pages of changes that all processes know",
  sql: `create table page_mark (
  tenant_id     text not null,
  list          text not null,
  page          integer not null,
  end_us        integer not null,
  waiting       integer not null,
  put_at_ms     integer not null,
  primary key (tenant_id, list, page)
) strict;
create index page_mark_age on page_mark (tenant_id, put_at_ms);`,
};
