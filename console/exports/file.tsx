import { useState } from "preact/hooks";
import { api } from "../api/api.ts";
import { useDocument } from "../api/document.ts";
import { useOtherLanguages } from "../api/names.ts";
import { may } from "../api/session.ts";
import { useBusy, useCall, useGet } from "../api/use-call.ts";
import { address } from "../shell/address.ts";
import { Button, Card, Chip, Pending } from "../ui/basics.tsx";
import { Select } from "../ui/select.tsx";
import { Table } from "../ui/table.tsx";
import { whenDone } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { nameWord } from "../words/fields.ts";
import { languageName } from "../words/words.ts";
import { columnNames, FIRST_COLUMNS, FORMATS, filtersOf } from "./export-request.ts";
import { Made } from "./made.tsx";
import { w } from "./words.ts";

/** Their figures stand below each other. */
const NUMBERS = new Set(["price", "cost_price", "stock", "weight", "completeness_score"]);
type Named = { id: string; name: string };

/** The first rows as the file will have them. */
function Preview({ profile, body }: { profile: string; body: Record<string, unknown> }) {
  const key = JSON.stringify([profile, body]);
  const loaded = useCall(key, (signal) => {
    type Rows = { columns: string[]; rows: Record<string, unknown>[] };
    return profile === ""
      ? api.post<Rows>("/exports/profiles/preview", { signal, body })
      : api.get<Rows>(`/exports/profiles/${profile}/preview`, { signal });
  });
  const { value } = loaded;
  return (
    <Card title={w("preview")}>
      <Pending of={loaded} />
      {value && (
        <Table
          label={w("preview")}
          rows={value.rows.map((row, index) => ({ row, index }))}
          keyOf={({ index }) => String(index)}
          empty={<p class="soft">{w("previewEmpty")}</p>}
          columns={value.columns.map((name) => ({
            label: name,
            isNumber: NUMBERS.has(name),
            show: ({ row }: { row: Record<string, unknown> }) => String(row[name] ?? ""),
          }))}
        />
      )}
    </Card>
  );
}

function Columns({ all, chosen, onChosen }: { all: string[]; chosen: string[]; onChosen: (names: string[]) => void }) {
  return (
    <details class="details">
      <summary>{w("someColumns", { n: chosen.length })}</summary>
      <div class="columns several">
        {all.map((name) => (
          <label class="row" key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ currentTarget }) =>
                onChosen(currentTarget.checked ? [...chosen, name] : chosen.filter((each) => each !== name))
              }
            />
            {nameWord(name)}
          </label>
        ))}
      </div>
      <div class="actions">
        <Button text={w("allColumns")} kind="quiet" onClick={() => onChosen(all)} />
      </div>
    </details>
  );
}

/** A file of the products that the address names, after a look at its first rows. */
export function ExportFile() {
  const document = useDocument();
  const { sort_by: _, sort_order: __, ...query } = address.value.query;
  const filters = filtersOf(query);
  const [format, setFormat] = useState<string>("csv");
  const [spoken, setSpoken] = useState("");
  const [profile, setProfile] = useState("");
  const [chosen, setChosen] = useState<string[]>(FIRST_COLUMNS);
  const [task, setTask] = useState<string>();
  const [isBusy, during] = useBusy();
  const profiles = useGet<{ items: Named[] }>("/exports/profiles", { limit: 100 });
  const spokenLanguages = useOtherLanguages();
  if (task !== undefined) return <Made key={task} task={task} onAgain={() => setTask(undefined)} />;
  const shared = { filters, ...(spoken === "" ? {} : { language: spoken }) };
  const start = async () => {
    const columns = profile === "" ? { include_fields: chosen } : { profile_id: profile };
    const body = { ...shared, ...columns };
    await whenDone(during(api.post<{ task_id: string }>(`/exports/${format}/products`, { body })), (value) =>
      setTask(value.task_id),
    );
  };
  return (
    <div class="stack">
      <Card
        actions={
          <Button
            text={w("start")}
            kind="go"
            isBusy={isBusy}
            reason={may("MANAGE_EXPORTS") ? undefined : c("notAllowed")}
            onClick={start}
          />
        }
        title={w("which")}
      >
        {Object.keys(filters).length === 0 ? (
          <p class="soft">{w("everything")}</p>
        ) : (
          <div class="chips">
            {Object.entries(filters).map(([name, value]) => (
              <Chip key={name} name={nameWord(name)} value={String(value)} />
            ))}
          </div>
        )}
        <div class="columns">
          <Select
            label={w("format")}
            value={format}
            onValue={setFormat}
            choices={FORMATS.map((each) => [each, w.say("format", each)])}
          />
          <Select
            label={w("profile")}
            value={profile}
            onValue={setProfile}
            choices={[
              ["", w("noProfile")],
              ...(profiles.value?.items ?? []).map(({ id, name }): [string, string] => [id, name]),
            ]}
          />
          <Select
            label={w("language")}
            value={spoken}
            onValue={setSpoken}
            choices={[
              ["", w("ownLanguage")],
              ...spokenLanguages.map((code): [string, string] => [code, languageName(code)]),
            ]}
          />
        </div>
        {profile === "" && document && <Columns all={columnNames(document)} chosen={chosen} onChosen={setChosen} />}
      </Card>
      {(profile !== "" || chosen.length > 0) && (
        <Preview profile={profile} body={{ ...shared, columns: chosen.map((name) => ({ name, field: name })) }} />
      )}
    </div>
  );
}
