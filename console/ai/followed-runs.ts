import { useEffect } from "preact/hooks";
import { follow } from "../api/follow.ts";
import type { Paged } from "../api/use-call.ts";

/** Rows of a list that go on change while they are looked at: the first ones that run are followed by their events. */
export function useFollowedRuns<Row extends { id: string; status: string }>(path: string, pages: Paged<Row>): void {
  const running = pages.rows.filter(({ status }) => status === "running").slice(0, 4);
  const key = running.map(({ id }) => id).join();
  useEffect(() => {
    const ends = running.map(({ id }) =>
      follow<Row>(`${path}/${id}`, (now) =>
        pages.change((rows) => rows.map((row) => (row.id === id ? { ...row, ...now } : row))),
      ),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [key]);
}
