import { useState } from "preact/hooks";
import { known, type Page } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useBusy, useCall } from "../api/use-call.ts";
import { Button, Refused } from "../ui/basics.tsx";
import { useList } from "../ui/resource-page.ts";
import { PagedTable } from "../ui/table.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { w } from "./words.ts";

interface Mapped {
  category_id: string;
  external_id: string;
  is_chosen: boolean;
}
type Choice = { id: string; name: string };
const PART = 100;

/** All that is known of which category stands for which, by ours. */
async function readMapped(path: string, signal: AbortSignal) {
  const all = new Map<string, Mapped>();
  let cursor: string | undefined;
  do {
    const answer = await api.get<Page<Mapped>>(path, { signal, query: { limit: PART, cursor } });
    if (!answer.ok) return answer;
    for (const each of answer.value.items) all.set(each.category_id, each);
    cursor = answer.value.meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return known(all);
}

/** Where one of our categories goes: chosen from the shop's own once they were read, else by the shop's id. */
function Place(props: {
  name: string;
  mapped: Mapped | undefined;
  theirs: Choice[] | undefined;
  reason: string | undefined;
  onChoose: (id: string) => void;
}) {
  const { name, mapped, theirs, reason, onChoose } = props;
  const value = mapped?.external_id ?? "";
  const shared = {
    "aria-label": w("placeOf", { name }),
    value,
    disabled: reason !== undefined,
    title: reason,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChoose(currentTarget.value.trim()),
  };
  if (!theirs) return <input {...shared} placeholder={w("byName")} />;
  return (
    <select {...shared}>
      <option value="">{w("byName")}</option>
      {value !== "" && !theirs.some(({ id }) => id === value) && <option value={value}>{value}</option>}
      {theirs.map(({ id, name: called }) => (
        <option key={id} value={id}>
          {called}
        </option>
      ))}
    </select>
  );
}

function Categories({ path, reason }: { path: string; reason: string | undefined }) {
  const [theirs, setTheirs] = useState<Choice[]>();
  const [isBusy, during] = useBusy();
  const ours = useList<Choice>("/categories");
  const mapped = useCall(path, (signal) => readMapped(`${path}/categories`, signal));
  const look = async () => {
    const answer = await during(
      api.post<{ success: boolean; message: string; choices?: { categories?: Choice[] } }>(`${path}/test`),
    );
    if (!answer.ok) return toastRefusal(answer.refusal);
    const { success, message, choices } = answer.value;
    if (!success) return toast(message, { isBad: true });
    if (choices?.categories) setTheirs(choices.categories);
    else toast(w("noCategories"));
  };
  const choose = async (category: string, id: string) => {
    const at = `${path}/categories/${category}`;
    const answer = id === "" ? await api.delete(at) : await api.put(at, { body: { external_id: id } });
    if (!answer.ok) toastRefusal(answer.refusal);
    else toast(c("saved"));
    mapped.reload();
  };
  return (
    <>
      <p class="soft">{w("categoriesText")}</p>
      <div class="actions">
        <Button text={w("readCategories")} isBusy={isBusy} reason={reason} onClick={look} />
      </div>
      <Refused refusal={mapped.refusal} onRetry={mapped.reload} />
      <PagedTable
        label={w("categories")}
        pages={ours}
        keyOf={({ id }) => id}
        empty={<p class="soft">{w("noOwnCategories")}</p>}
        columns={[
          { label: w("ours"), show: ({ name }) => name },
          {
            label: w("theirs"),
            show: ({ id, name }) => {
              const found = mapped.value?.get(id);
              return (
                <Place
                  key={`${id} ${found?.external_id}`}
                  name={name}
                  mapped={found}
                  theirs={theirs}
                  reason={reason}
                  onChoose={(chosen) => void choose(id, chosen)}
                />
              );
            },
          },
          {
            label: w("how"),
            show: ({ id }) => {
              const found = mapped.value?.get(id);
              return found ? w(found.is_chosen ? "chosen" : "found") : "";
            },
          },
        ]}
      />
    </>
  );
}

/** Which category of the shop stands for each of ours; read when somebody opens it. */
export function ShopCategories(props: { path: string; reason: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="details" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{w("categories")}</summary>
      {isOpen && <Categories {...props} />}
    </details>
  );
}
