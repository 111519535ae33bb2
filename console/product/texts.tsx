import { useEffect, useState } from "preact/hooks";
import { refusalOf } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { apiDocument } from "../api/document.ts";
import { may } from "../api/session.ts";
import { useGet } from "../api/use-call.ts";
import { address, setQuery } from "../shell/address.ts";
import { Card, Loading, Pending } from "../ui/basics.tsx";
import { Form } from "../ui/form.tsx";
import { type Field, fieldsOf } from "../ui/schema.ts";
import { toast } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { fieldWords } from "../words/fields.ts";
import { languageName } from "../words/words.ts";
import type { PartProps } from "./product-body.ts";
import { w } from "./words.ts";

type Variant = Record<string, unknown> & { language: string };
interface Variants {
  pivot_language: string;
  pivot: Variant;
  variants: (Variant & { entity_id: string | null; configuration_id: string | null })[];
}

/** The texts of one language beside those of the first one. */
function Pair({
  product,
  all,
  code,
  fields,
  onSaved,
}: {
  product: string;
  all: Variants;
  code: string;
  fields: Field[];
  onSaved: () => void;
}) {
  const isPivot = code === all.pivot_language;
  const found = all.variants.find(
    (each) => each.language === code && each.entity_id === null && each.configuration_id === null,
  );
  const value = isPivot ? all.pivot : found;
  const reason = may("EDIT_CATALOG") ? undefined : c("notAllowed");
  const send = (body: Record<string, unknown>) =>
    refusalOf(
      isPivot
        ? api.patch(`/products/${product}`, { body })
        : api.put(`/products/${product}/content-variants/${code}`, { body }),
      () => {
        toast(c("saved"));
        onSaved();
      },
    );
  return (
    <div class="two">
      <Card title={isPivot ? w("pivot", { language: languageName(code) }) : languageName(code)}>
        <Form key={code} fields={fields} value={value ?? {}} submit={c("save")} onSubmit={send} reason={reason} />
      </Card>
      {!isPivot && (
        <Card title={w("pivot", { language: languageName(all.pivot_language) })}>
          {fields
            .filter(({ name }) => all.pivot[name])
            .map(({ name, label }) => (
              <div class="field" key={name}>
                <span class="label">{label}</span>
                <div>{String(all.pivot[name])}</div>
              </div>
            ))}
        </Card>
      )}
    </div>
  );
}

/** Texts by language, side by side with the first language. */
export function Texts({ product, loaded }: PartProps) {
  const texts = useGet<Variants>(`/products/${product.id}/content-variants`);
  const known = useGet<{ enabled: string[] }>("/settings/languages");
  const [fields, setFields] = useState<Field[]>();
  useEffect(() => {
    void apiDocument().then((document) => {
      const schema = document?.components.schemas["ContentVariantUpdate"];
      if (document && schema) setFields(fieldsOf(schema, document.components.schemas));
    });
  }, []);
  const { value } = texts;
  if (texts.refusal || !value) return <Pending of={texts} />;
  if (!fields) return <Loading />;
  const codes = [
    ...new Set([value.pivot_language, ...value.variants.map((each) => each.language), ...(known.value?.enabled ?? [])]),
  ];
  const code = address.value.query["language"] ?? value.pivot_language;
  return (
    <>
      <div class="field">
        <label for="text-language">{w("language")}</label>
        <select
          id="text-language"
          value={code}
          onChange={({ currentTarget }) => setQuery({ language: currentTarget.value })}
        >
          {codes.map((each) => (
            <option key={each} value={each}>
              {languageName(each)}
            </option>
          ))}
        </select>
      </div>
      <Pair
        product={product.id}
        all={value}
        code={code}
        fields={fieldWords(fields.filter(({ kind }) => kind !== "json"))}
        onSaved={() => {
          texts.reload();
          loaded.reload();
        }}
      />
    </>
  );
}
