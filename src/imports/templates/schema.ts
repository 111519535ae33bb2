import { Type } from "@sinclair/typebox";
import { idParams } from "../../http/input/fields.ts";
import { Template } from "./template.ts";

export const TemplateList = Type.Array(Template.Body);
export const SupplierParams = idParams({ supplier_id: "supplier" });
export const TemplateName = Type.Pick(Template.Create, ["name", "description"]);
