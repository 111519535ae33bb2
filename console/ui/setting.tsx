import { refusalOf } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { useDocument } from "../api/document.ts";
import { useGet } from "../api/use-call.ts";
import { c } from "../words/common.ts";
import { codeWord, fieldWords } from "../words/fields.ts";
import { Card, Pending } from "./basics.tsx";
import { Form } from "./form.tsx";
import { bodyFields, type Row } from "./resource-page.ts";
import { toast } from "./toast.tsx";

/** One setting of the tenant, such as `/settings/languages`: its form is what the description says that it takes. */
export function Setting({ path, title, reason }: { path: string; title: string; reason?: string | undefined }) {
  const document = useDocument();
  const loaded = useGet<Row>(path);
  const { value } = loaded;
  const fields = document ? bodyFields(document, "put", path) : [];
  return (
    <Card title={title}>
      <Pending of={loaded} />
      {value && (
        <Form
          fields={fieldWords(fields)}
          value={value}
          submit={c("save")}
          reason={reason}
          isWide
          sayChoice={(_, code) => codeWord(code)}
          onSubmit={async (body) => {
            const required = Object.fromEntries(
              fields.flatMap(({ name, isRequired }) =>
                isRequired && value[name] !== null ? [[name, value[name]]] : [],
              ),
            );
            return refusalOf(api.put<Row>(path, { body: { ...required, ...body } }), (value, etag) => {
              loaded.set(value, etag);
              toast(c("saved"));
            });
          }}
        />
      )}
    </Card>
  );
}
