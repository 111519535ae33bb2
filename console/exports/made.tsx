import { useEffect, useState } from "preact/hooks";
import { fileAddress } from "../api/api.ts";
import { follow } from "../api/follow.ts";
import { Button, Card, Progress } from "../ui/basics.tsx";
import type { Task } from "./export-request.ts";
import { w } from "./words.ts";

/** A file while it is made, and the way to it. Leaving the page stops nothing. */
export function Made({ task, onAgain }: { task: string; onAgain: () => void }) {
  const [found, setFound] = useState<Task>();
  useEffect(() => follow<Task>(`/exports/progress/${task}`, setFound), [task]);
  const isOver = found?.state === "SUCCESS" || found?.state === "FAILURE";
  const title = !isOver ? w("running") : found.state === "SUCCESS" ? w("ready") : w("failed");
  return (
    <Card title={title} actions={isOver ? <Button text={w("another")} onClick={onAgain} /> : undefined}>
      {!isOver && (
        <>
          <Progress label={w("running")} {...(found?.total ? { value: found.current, max: found.total } : {})} />
          <p class="soft" role="status">
            {w("rows", { n: found?.current ?? 0 })}
          </p>
        </>
      )}
      {found?.state === "FAILURE" && <p role="alert">{found.message}</p>}
      {found?.state === "SUCCESS" && found.result && (
        <p class="row" role="status">
          <a class="btn go" href={fileAddress(`/exports/download/${task}`)} download={found.result.file_name}>
            {w("download", { file: found.result.file_name })}
          </a>
          <span class="soft">{w("rows", { n: found.result.rows })}</span>
        </p>
      )}
    </Card>
  );
}
