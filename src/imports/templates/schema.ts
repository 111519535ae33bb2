import { Type } from "@sinclair/typebox";
import { Template } from "./template.ts";

export const TemplateList = Type.Array(Template.Body);
export const SupplierParams = Type.Object({
  supplier_id: Type.String({ format: "uuid", description: "Id of the supplier." }),
});
export const TemplateName = Type.Pick(Template.Create, ["name", "description"]);
