import { useState } from "preact/hooks";
import { fileAddress } from "../api/api.ts";
import { useGet } from "../api/use-call.ts";
import { Button, Card, Pending } from "../ui/basics.tsx";
import { uploadFile, uploading } from "./upload.ts";
import { w } from "./words.ts";

const SHOWN_MAX = 200;

/** A refused row: a text for each column of the file, and last what was wrong, by which the service knows it again. */
type ErrorRow = Record<string, string>;

/** The refused rows as rows of the file: corrected in place, then sent as the rest of the same import. */
export function ErrorRows({ id, fileName }: { id: string; fileName: string }) {
  const path = `/imports/${id}/failed-rows`;
  const loaded = useGet<ErrorRow[]>(path, { format: "json" });
  const [changes, setChanges] = useState<Record<number, ErrorRow>>({});
  const rows = loaded.value ?? [];
  const columns = Object.keys(rows[0] ?? {});
  const reason = columns.at(-1) ?? "";
  const set = (at: number, column: string, cell: string) =>
    setChanges((before) => ({ ...before, [at]: { ...before[at], [column]: cell } }));
  const again = () => {
    const corrected = rows.map((row, at) => ({ ...row, ...changes[at] }));
    void uploadFile(
      new File([JSON.stringify(corrected)], fileName.replace(/(\.[^.]*)?$/, ".json"), { type: "application/json" }),
    );
  };
  return (
    <Card
      title={w("errors")}
      actions={
        <div class="row">
          <a class="btn" href={fileAddress(path)} download>
            {w("download")}
          </a>
          {rows.length > 0 && (
            <Button text={w("again")} kind="go" isBusy={uploading.value !== undefined} onClick={again} />
          )}
        </div>
      }
    >
      <Pending of={loaded} />
      {rows.length > 0 && (
        <>
          <p class="soft">{w("errorsText")}</p>
          <div class="scroll" tabIndex={0} role="region" aria-label={w("errors")}>
            <table class="cells">
              <thead>
                <tr>
                  <th>{w("reason")}</th>
                  {columns.slice(0, -1).map((column) => (
                    <th key={column}>{column}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, SHOWN_MAX).map((row, at) => (
                  <tr key={at}>
                    <td class="wrap problem">{row[reason]}</td>
                    {columns.slice(0, -1).map((column) => (
                      <td key={column}>
                        <input
                          aria-label={`${column} ${at + 1}`}
                          value={changes[at]?.[column] ?? row[column] ?? ""}
                          onInput={({ currentTarget }) => set(at, column, currentTarget.value)}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Card>
  );
}
