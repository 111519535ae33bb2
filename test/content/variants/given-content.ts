import { given } from "../../products/given.ts";

export const refusal = ({ status, body }: { status: number; body: { error: { error_code: string } } }) => [
  status,
  body.error.error_code,
];

type Scope = Record<string, string>;

/** A product, an entity with a configuration, and calls on the product's texts. */
export async function givenContent() {
  const { tenant, id } = await given({ title: "Pivot", description: "Pivot text" });
  const { body: entity } = await tenant.post("/entities", { code: "web", name: "Web" });
  const { body: configuration } = await tenant.post(`/entities/${entity.id}/configurations`, { code: "m", name: "M" });
  const path = (language: string, scope: Scope = {}) =>
    `/products/${id}/content-variants/${language}?${new URLSearchParams(scope)}`;
  const reviewPath = (language: string, scope: Scope) => path(language, scope).replace("?", "/review?");
  return {
    tenant,
    id,
    entity: String(entity.id),
    configuration: String(configuration.id),
    scopes: { all: {}, ofEntity: { entity_id: entity.id }, ofConfiguration: { configuration_id: configuration.id } },
    path,
    put: (language: string, body: object, scope: Scope = {}, headers = {}) =>
      tenant.put(path(language, scope), body, headers),
    read: (language: string, scope: Scope = {}) => tenant.get(path(language, scope)),
    review: (language: string, scope: Scope = {}, body?: object) => tenant.patch(reviewPath(language, scope), body),
    list: async () => (await tenant.get(`/products/${id}/content-variants`)).body,
    /** The product, as it is shown in these languages to this target. */
    show: (scope: Scope = {}, languages?: string) =>
      tenant.get(
        `/products/${id}?${new URLSearchParams(scope)}`,
        languages === undefined ? {} : { "accept-language": languages },
      ),
  };
}
