import { api } from "../api/api.ts";
import type { ScreenProps } from "../screens.ts";
import { go } from "../shell/address.ts";
import { Button, Card, Empty, Head } from "../ui/basics.tsx";
import { submits } from "../ui/form.tsx";
import { useList } from "../ui/resource-page.ts";
import { PagedTable } from "../ui/table.tsx";
import { toastRefusal } from "../ui/toast.tsx";
import { State } from "../ui/value.tsx";
import { c } from "../words/common.ts";
import { ago, number } from "../words/words.ts";
import type { ImportBody } from "./import-body.ts";
import { ImportPage } from "./import-page.tsx";
import { uploadFile, uploading } from "./upload.ts";
import { w } from "./words.ts";

async function fetchAddress(form: HTMLFormElement): Promise<void> {
  const url = String(new FormData(form).get("url") ?? "");
  const answer = await api.post<{ id: string }>("/imports/upload-from-url", { body: { url } });
  if (!answer.ok) return toastRefusal(answer.refusal);
  go(`/imports/${answer.value.id}`);
}

function Drop() {
  return (
    <div class="dropzone">
      <p class="soft">{w("dropText")}</p>
      <div class="field">
        <label for="import-file">{w("choose")}</label>
        <input
          id="import-file"
          type="file"
          disabled={uploading.value !== undefined}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void uploadFile(file);
            currentTarget.value = "";
          }}
        />
      </div>
      <form class="row" onSubmit={submits(fetchAddress)}>
        <div class="field">
          <label for="import-url">{w("address")}</label>
          <input id="import-url" name="url" type="url" placeholder="https://" required />
        </div>
        <Button text={w("fetch")} type="submit" />
      </form>
    </div>
  );
}

function List() {
  const pages = useList<ImportBody>("/imports");
  return (
    <>
      <Head title={w("title")} />
      <div class="stack">
        <Drop />
        <Card>
          <PagedTable
            label={w("title")}
            pages={pages}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => `/imports/${id}`}
            empty={<Empty title={w("none")} />}
            columns={[
              { label: w("file"), show: ({ file_name: name }) => name },
              { label: c("status"), show: ({ status }) => <State code={status} /> },
              { label: w("rows"), isNumber: true, show: ({ total_rows: n }) => number(n) },
              { label: w("created"), isNumber: true, show: ({ products_created: n }) => number(n) },
              { label: w("updated"), isNumber: true, show: ({ products_updated: n }) => number(n) },
              { label: w("failed"), isNumber: true, show: ({ failed_rows: n }) => number(n) },
              { label: c("created"), show: ({ created_at: at }) => ago(at) },
            ]}
          />
        </Card>
      </div>
    </>
  );
}

/** Imports: drop a file, see what is read, try it, import it, take it back. */
export const Imports = ({ params }: ScreenProps) =>
  params["id"] ? <ImportPage key={params["id"]} id={params["id"]} /> : <List />;
