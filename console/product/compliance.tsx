import { useState } from "preact/hooks";
import { refusalOf } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useDocument } from "../api/document.ts";
import { may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { Button, Card, Loading, Meter, Pending, Refused, Tag } from "../ui/basics.tsx";
import { ask } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { fieldsOf } from "../ui/schema.ts";
import { Select } from "../ui/select.tsx";
import { toast, toastRefusal } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { codeWord, fieldWords } from "../words/fields.ts";
import { date } from "../words/words.ts";
import type { PartProps } from "./product-body.ts";
import { w } from "./words.ts";

interface Checked {
  status: "compliant" | "warning" | "non_compliant";
  score: number;
  checks: { code: string; passed: boolean; severity: string; message: string }[];
  fields: Record<string, unknown>;
}
interface Paper {
  id: string;
  type: string;
  title: string | null;
  valid_until: string | null;
  url: string;
}
const TYPES = ["declaration_of_conformity", "certificate", "safety_data_sheet", "test_report", "energy_label", "other"];

function Papers({ id }: { id: string }) {
  const path = `/compliance/products/${id}/documents`;
  const list = useGet<{ items: Paper[] }>(path);
  const [type, setType] = useState("certificate");
  const reason = may("EDIT_CATALOG") ? undefined : c("notAllowed");
  const add = async (file: File | undefined) => {
    if (!file) return;
    const body = new FormData();
    body.append("file", file);
    body.append("type", type);
    const answer = await api.post(path, { body });
    if (!answer.ok) toastRefusal(answer.refusal);
    list.reload();
  };
  const remove = async (document: string) => {
    if (!(await ask({ title: c("sure"), yes: c("delete"), isBad: true }))) return;
    const answer = await api.delete(`${path}/${document}`);
    if (!answer.ok) toastRefusal(answer.refusal);
    list.reload();
  };
  return (
    <Card title={w("papers")}>
      <Refused refusal={list.refusal} onRetry={list.reload} />
      <Select
        label={w("paperType")}
        value={type}
        onValue={setType}
        choices={TYPES.map((each) => [each, w.say("paper", each)])}
      />
      <label class="field">
        <span class="label">{w("addPaper")}</span>
        <input
          type="file"
          disabled={reason !== undefined}
          onChange={({ currentTarget }) => void add(currentTarget.files?.[0])}
        />
      </label>
      {list.value?.items.length === 0 && <p class="soft">{w("noPapers")}</p>}
      <ul class="feed">
        {list.value?.items.map(({ id: document, type: kind, title, valid_until: until, url }) => (
          <li key={document}>
            <a href={url} download>
              {title ?? w.say("paper", kind)}
            </a>
            {until && <span class="soft">{w("validUntil", { date: date(until) })}</span>}
            <span class="sp" />
            <Button text={c("delete")} kind="quiet" reason={reason} onClick={() => remove(document)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What the law asks of a product: what is met, what is not, and the papers. */
export function Compliance({ product, loaded }: PartProps) {
  const path = `/compliance/products/${product.id}`;
  const document = useDocument();
  const found = useGet<Checked>(path);
  const { value } = found;
  if (found.refusal || !value) return <Pending of={found} />;
  if (!document) return <Loading />;
  const { schemas } = document.components;
  const failed = value.checks.filter(({ passed }) => !passed);
  return (
    <div class="two">
      <Card title={w("tab.compliance")} actions={<Meter value={value.score} />}>
        {failed.length === 0 && <p class="soft">{w("allMet")}</p>}
        <ul class="feed">
          {failed.map(({ code, severity, message }) => (
            <li key={code}>
              <Tag tone={severity === "error" ? "bad" : "warn"}>{codeWord(severity)}</Tag>
              <span>{message}</span>
            </li>
          ))}
        </ul>
        <Form
          fields={fieldWords(fieldsOf(schemas["ProductComplianceUpdate"] ?? {}, schemas))}
          value={value.fields}
          submit={c("save")}
          reason={may("EDIT_CATALOG") ? undefined : c("notAllowed")}
          sayChoice={(_, code) => codeWord(code)}
          isWide
          onSubmit={(body) =>
            refusalOf(api.put<Checked>(path, { body }), (value, etag) => {
              found.set(value, etag);
              loaded.reload();
              toast(c("saved"));
            })
          }
        />
      </Card>
      <Papers id={product.id} />
    </div>
  );
}
