import { useEffect, useState } from "preact/hooks";
import { fileAddress } from "../api/api.ts";
import { Button, Card } from "../ui/basics.tsx";
import { type RowsOfFile, rowsOfFile } from "./read-rows.ts";
import { uploadFile, uploading } from "./upload.ts";
import { w } from "./words.ts";

const SHOWN_MAX = 200;

/** The refused rows as rows of the file: corrected in place, then sent as the rest of the same import. */
export function ErrorRows({ id, fileName }: { id: string; fileName: string }) {
  const address = fileAddress(`/imports/${id}/failed-rows`);
  const [file, setFile] = useState<RowsOfFile>();
  const [rows, setRows] = useState<string[][]>([]);
  useEffect(() => {
    void fetch(address).then(async (answer) => {
      if (!answer.ok || !answer.headers.get("content-type")?.includes("csv")) return;
      const read = rowsOfFile(await answer.text());
      setFile(read);
      setRows(read?.rows ?? []);
    });
  }, [address]);
  const set = (at: number, column: number, cell: string) =>
    setRows((before) =>
      before.map((cells, index) =>
        index === at ? cells.map((each, place) => (place === column ? cell : each)) : cells,
      ),
    );
  const again = () => {
    if (file) void uploadFile(new File([file.write(rows)], fileName.replace(/\.[^.]*$/, ".csv"), { type: "text/csv" }));
  };
  // The last column says what was wrong; the service knows the rows again by it.
  const last = (file?.columns.length ?? 0) - 1;
  return (
    <Card
      title={w("errors")}
      actions={
        <div class="row">
          <a class="btn" href={address} download>
            {w("download")}
          </a>
          {file && (
            <Button kind="go" isBusy={uploading.value !== undefined} onClick={again}>
              {w("again")}
            </Button>
          )}
        </div>
      }
    >
      {file && (
        <>
          <p class="soft">{w("errorsText")}</p>
          <div class="scroll" tabIndex={0} role="region" aria-label={w("errors")}>
            <table class="cells">
              <thead>
                <tr>
                  <th>{w("reason")}</th>
                  {file.columns.slice(0, last).map((column) => (
                    <th key={column}>{column}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, SHOWN_MAX).map((cells, at) => (
                  <tr key={at}>
                    <td class="wrap problem">{cells[last]}</td>
                    {cells.slice(0, last).map((cell, column) => (
                      <td key={file.columns[column]}>
                        <input
                          aria-label={`${file.columns[column]} ${at + 1}`}
                          value={cell}
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
