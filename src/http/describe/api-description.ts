/** What the OpenAPI documents say of the API as a whole. */
export const API_DESCRIPTION = `Product information management over HTTP and JSON.

**Credentials.** A session's access token as \`Authorization: Bearer\`, or an API key as \`X-API-Key\`. Each operation names
the permission a session needs (\`x-permission\`) and the scope a key needs (\`x-scope\`).

**Errors.** Every error has an \`error_code\`, explained with its remedy at [/docs/errors](/docs/errors). Send the
\`request_id\` when you ask for support. Messages are in French or English, by \`Accept-Language\`.

**Limits.** Each operation names its rate-limit tier (\`x-rate-limit-tier\`). Requests over the limit get 429
with \`Retry-After\`; retry with exponential backoff and random jitter.

**Retries and concurrency.** A write with an \`Idempotency-Key\` can be retried safely: for 24 hours a repeat gets the first
response and has no further effect. Single resources have an \`ETag\`: \`If-None-Match\` avoids reading unchanged data, and
\`If-Match\` on a write prevents overwriting changes you have not seen.

**Pagination.** Use \`page\` and \`per_page\`, or send \`next_cursor\` as \`cursor\`: cursors are equally fast on every page.
Every list takes \`per_page\`, and \`fields=id,name\` for what you need of each item. Where the answer has
ids of other resources, \`expand=brand\` shows what they name.

**Examples.** Every example was a call that worked. Where it has the id of something, \`x-example-from\` names the operation
whose answer had it: \`createBrand#/id\`. In the order of \`x-example-turn\` all of them work on an empty service.

**Versions.** The version is the path segment \`/api/v1\`. Breaking changes are made in new versions only. New versions
and breaking changes are announced at least 90 days ahead, and the previous version stays available for at least 12 months
after the new one is published.`;

/** The same for the first page in French. */
export const API_DESCRIPTION_FR = `Gestion des informations produit par HTTP et JSON.

**Identification.** Le jeton d'accès d'une session dans \`Authorization: Bearer\`, ou une clé d'API dans \`X-API-Key\`. Chaque
opération nomme la permission qu'il faut à une session (\`x-permission\`) et la portée qu'il faut à une clé (\`x-scope\`).

**Erreurs.** Chaque erreur a un \`error_code\`, expliqué avec son remède sur [/docs/errors](/docs/errors). Donnez le
\`request_id\` quand vous demandez de l'aide. Les messages sont en français ou en anglais, selon \`Accept-Language\`.

**Limites.** Chaque opération nomme son palier de limitation (\`x-rate-limit-tier\`). Les requêtes au-delà reçoivent un 429
avec \`Retry-After\` ; réessayez avec une attente exponentielle et une part de hasard.

**Reprises et concurrence.** Une écriture avec une \`Idempotency-Key\` peut être répétée sans risque : pendant 24 heures, une
répétition reçoit la première réponse et n'a pas d'autre effet. Les ressources seules ont un \`ETag\` : \`If-None-Match\` évite de
relire ce qui n'a pas changé, et \`If-Match\` sur une écriture empêche d'écraser des changements que vous n'avez pas vus.

**Pages.** Utilisez \`page\` et \`per_page\`, ou renvoyez \`next_cursor\` comme \`cursor\` : les curseurs sont aussi rapides à chaque page.
Chaque liste prend \`per_page\`, et \`fields=id,name\` pour ce qu'il vous faut de chaque élément. Là où la réponse a
des identifiants d'autres ressources, \`expand=brand\` montre ce qu'ils nomment.

**Exemples.** Chaque exemple est un appel qui a fonctionné. Là où il contient l'identifiant de quelque chose, \`x-example-from\` nomme
l'opération dont la réponse l'avait : \`createBrand#/id\`. Dans l'ordre de \`x-example-turn\`, tous fonctionnent sur un service vide.

**Versions.** La version est le segment \`/api/v1\` du chemin. Les changements incompatibles ne se font que dans de nouvelles
versions. Celles-ci sont annoncées au moins 90 jours à l'avance, et la version précédente reste disponible au moins 12 mois après
la publication de la nouvelle.`;
