import { useEffect, useState } from "preact/hooks";
import { apiDocument } from "../api/document.ts";
import { Card, Loading } from "../ui/basics.tsx";
import { type Field, fieldsOf } from "../ui/schema.ts";
import type { PartProps } from "./product-body.ts";
import { ProductForm } from "./product-form.tsx";
import { w } from "./words.ts";

/** Texts have a part of their own. */
const TEXTS = /description|promotional|^seo_|bullet_points|key_features|url_slug/;
/** Other names of what stands here already, and ids that the names choose. */
const DOUBLE = new Set([
  "name",
  "barcode",
  "brand_id",
  "category_id",
  "supplier_id",
  "active",
  "is_active",
  "discontinued",
]);

/** Every field of a product that the description has, but its texts: a new one stands here without a line. */
export function Attributes({ product, loaded }: PartProps) {
  const [fields, setFields] = useState<Field[]>();
  useEffect(() => {
    void apiDocument().then((document) => {
      const schema = document?.components.schemas["ProductInput"];
      if (document && schema) setFields(fieldsOf(schema, document.components.schemas));
    });
  }, []);
  if (!fields) return <Loading />;
  const shown = fields.filter(({ name }) => !TEXTS.test(name) && !DOUBLE.has(name));
  return (
    <Card title={w("tab.attributes")}>
      <ProductForm product={product} loaded={loaded} fields={shown} />
    </Card>
  );
}
