import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { follow } from "../api/follow.ts";
import { started } from "../api/started.ts";
import { Progress } from "../ui/basics.tsx";
import { toast } from "../ui/toast.tsx";
import { number } from "../words/words.ts";
import { listRunning, type Running, readAs } from "./kinds.ts";
import { w } from "./words.ts";

/** So many are followed at once: a tenant has 20 connections for it. */
const FOLLOWED_MAX = 4;
const runs = signal<readonly Running[]>([]);
const followed = new Map<string, () => void>();

const put = (run: Running) => {
  runs.value = run.isOver
    ? runs.value.filter(({ id }) => id !== run.id)
    : runs.value.map((each) => (each.id === run.id ? run : each));
};

function startFollowing(run: Running): void {
  if (followed.has(run.id) || followed.size >= FOLLOWED_MAX) return;
  const end = follow<unknown>(run.path, (body, isEnd) => {
    const now = readAs(run, body);
    if (!now) return;
    put(isEnd ? { ...now, isOver: true } : now);
    if (!isEnd && !now.isOver) return;
    end();
    followed.delete(run.id);
    // A change of products says itself what it did, and how it is undone.
    if (now.kind === "edit") return;
    toast(w("over", { what: `${w(now.kind)} ${now.name}` }), { isBad: now.failed > 0 && now.done === now.failed });
  });
  followed.set(run.id, end);
}

async function look(): Promise<void> {
  const found = await listRunning();
  runs.value = found;
  for (const run of found) startFollowing(run);
}

/** What runs, in the head: found once and after each start, then followed by its events. */
export function RunningJobs() {
  const starts = started.value;
  useEffect(() => void look(), [starts]);
  useEffect(() => {
    const onSight = () => {
      if (document.visibilityState === "visible") void look();
    };
    document.addEventListener("visibilitychange", onSight);
    return () => {
      document.removeEventListener("visibilitychange", onSight);
      for (const end of followed.values()) end();
      followed.clear();
    };
  }, []);
  const shown = runs.value;
  if (shown.length === 0) return null;
  return (
    <details class="running">
      <summary>{w("running", { n: shown.length })}</summary>
      <ul class="feed">
        {shown.map(({ id, kind, name, href, done, total, failed }) => (
          <li key={id}>
            <a href={href}>
              {w(kind)} {name}
            </a>
            <Progress label={`${w(kind)} ${name}`} {...(total > 0 ? { value: done, max: total } : {})} />
            <span class="soft">
              {w("progress", { done: number(done), total: number(total) })}
              {failed > 0 && ` · ${w("failed", { n: failed })}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
