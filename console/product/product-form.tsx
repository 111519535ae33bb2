import type { Refusal } from "../api/answers.ts";
import { api } from "../api/api.ts";
import { may } from "../api/session.ts";
import { keepsMine } from "../ui/conflict.tsx";
import { Form } from "../ui/form.tsx";
import { type Field, writeEntry } from "../ui/schema.ts";
import { toast } from "../ui/toast.tsx";
import { c } from "../words/common.ts";
import { codeWord, fieldWords } from "../words/fields.ts";
import type { PartProps, ProductBody } from "./product-body.ts";

/** A form of fields of the product, saved on the state that was read. */
export function ProductForm({ product, loaded, fields }: PartProps & { fields: Field[] }) {
  const path = `/products/${product.id}`;
  const save = async (body: Record<string, unknown>, etag: string | undefined): Promise<Refusal | undefined> => {
    const answer = await api.patch<ProductBody>(path, { body, ifMatch: etag });
    if (answer.ok) {
      toast(c("saved"));
      loaded.set(answer.value, answer.etag);
      return undefined;
    }
    if (answer.refusal.status !== 412) return answer.refusal;
    const now = await api.get<ProductBody>(path);
    if (!now.ok) return now.refusal;
    const write = (value: unknown, name: string) => {
      const field = fields.find((each) => each.name === name);
      return field ? writeEntry(field, value) : String(value);
    };
    const isOther = Object.keys(body).some((name) => write(now.value[name], name) !== write(product[name], name));
    const say = (value: Record<string, unknown>) =>
      Object.keys(body)
        .map((name) => write(value[name], name))
        .join("\n");
    if (!isOther || (await keepsMine(say(body), say(now.value)))) return save(body, now.etag);
    loaded.set(now.value, now.etag);
    return undefined;
  };
  return (
    <Form
      fields={fieldWords(fields)}
      value={product}
      submit={c("save")}
      reason={may("EDIT_CATALOG") ? undefined : c("notAllowed")}
      sayChoice={(_, code) => codeWord(code)}
      isWide
      onSubmit={(body) => save(body, loaded.etag)}
    />
  );
}
