import { join, resolve } from "node:path";
import { generateApi } from "swagger-typescript-api";

const FILE = "catalogd.ts";

/**
 * Writes a typed client, one file without dependencies, for an OpenAPI document: a method for each operation, by the
 * operation's id. Returns its path. Not kept in the repository, so that it is never older than the service.
 */
export async function writeClient(description: object, folder: string): Promise<string> {
  await generateApi({
    // The document is what the service serves; the package types an older version of the standard.
    spec: description as never,
    output: resolve(folder),
    fileName: FILE,
    httpClientType: "fetch",
    apiClassName: "Catalogd",
    moduleNameFirstTag: false,
    generateUnionEnums: true,
    silent: true,
  });
  return join(resolve(folder), FILE);
}
