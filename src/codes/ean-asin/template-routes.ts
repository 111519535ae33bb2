import { resourceRoutes } from "../../kit/resource/resource.ts";
import type { Services } from "../../runtime/services.ts";
import { createTemplate, deleteTemplate, Template, updateTemplate } from "./mapping-file-template.ts";
import { CONFIGURE, VIEW } from "./policies.ts";

/** `/ean-asin/templates`: how files of EANs and ASINs are read. */
export const templateRoutes = (services: Services) =>
  resourceRoutes(services, Template, {
    path: "/ean-asin/templates",
    tag: "EAN-ASIN Mapping",
    rights: { view: VIEW, edit: CONFIGURE, remove: CONFIGURE },
    changes: { create: createTemplate, update: updateTemplate, remove: deleteTemplate },
    list: { by: "name_key" },
    leaves: ["patch"],
    texts: {
      one: "EanAsinTemplate",
      many: "EanAsinTemplates",
      word: "template of mapping files",
      words: "the templates of mapping files",
      list: "Ordered by name.",
      create: "Maps the columns of a file. Its name is unique, ignoring case.",
      read: "The template with its columns.",
      change: "Absent fields keep their value.",
      remove: "Imported mappings are kept.",
    },
  });
