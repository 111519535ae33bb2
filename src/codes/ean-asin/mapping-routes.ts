import { resourceRoutes } from "../../kit/resource/resource.ts";
import type { Services } from "../../runtime/services.ts";
import { pageOfMappings } from "./list-mappings.ts";
import { createMapping, deleteMapping, Mapping, updateMapping } from "./mapping.ts";
import { EDIT, VIEW } from "./policies.ts";
import { MappingPage, MappingQuery } from "./schema.ts";

/** `/ean-asin/mappings`: which ASIN an EAN has on a marketplace. */
export const mappingRoutes = (services: Services) =>
  resourceRoutes(services, Mapping, {
    path: "/ean-asin/mappings",
    tag: "EAN-ASIN Mapping",
    rights: { view: VIEW, edit: EDIT, remove: EDIT },
    changes: { create: createMapping, update: updateMapping, remove: deleteMapping },
    leaves: ["list", "put"],
    texts: {
      one: "EanAsinMapping",
      many: "EanAsinMappings",
      word: "EAN-ASIN mapping",
      list: "",
      create: "An EAN has one ASIN per marketplace. The product need not exist.",
      read: "Includes the product that currently has this EAN.",
      change: "Absent fields keep their value. Products change only when mappings are applied.",
      remove: "Products keep an ASIN that was already applied.",
    },
  }).get("", ({ db, query }) => pageOfMappings(db, query), {
    policy: VIEW,
    query: MappingQuery,
    response: { 200: MappingPage },
    detail: {
      operationId: "listEanAsinMappings",
      summary: "List EAN-ASIN mappings",
      description: "Newest first. Filters are combined with AND.",
    },
  });
