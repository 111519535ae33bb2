import { refusalOf } from "../api/answers.ts";
import { api } from "../api/api.ts";
import type { ApiDocument } from "../api/document.ts";
import { go } from "../shell/address.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { fieldWord } from "../words/fields.ts";
import { newFields } from "./columns.tsx";
import { w } from "./words.ts";

/** Makes a product of what it needs first; the rest is on its page. */
export function NewProduct({ document, onClose }: { document: ApiDocument; onClose: () => void }) {
  const fields = newFields(document).map((field) => ({
    ...field,
    label: fieldWord(field),
    isRequired: field.name === "title",
  }));
  return (
    <Dialog title={w("newProduct")} onClose={onClose}>
      <Form
        fields={fields}
        isNew
        submit={w("create")}
        onCancel={onClose}
        onSubmit={(body) =>
          refusalOf(api.post<{ id: string }>("/products", { body }), (value) => {
            toast(w("created"));
            go(`/products/${value.id}`);
          })
        }
      />
    </Dialog>
  );
}
