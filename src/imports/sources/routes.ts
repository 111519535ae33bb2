import { Elysia } from "elysia";
import { access, accessRoutes } from "../../http/gate/access.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { requireSpace } from "../../storage/free-space.ts";
import type { ImportRecord } from "../import-record.ts";
import { RUN } from "../policies.ts";
import { chooseTemplate } from "../upload/choose-template.ts";
import {
  EmailImport,
  emailSource,
  FtpImport,
  ftpSource,
  type OfImport,
  SftpImport,
  SourceTaken,
  sftpSource,
  UrlImport,
  UrlTaken,
  urlSource,
} from "./bodies.ts";
import { sourceProblems } from "./check-source.ts";
import { requestImport } from "./request-import.ts";
import { sealSecrets } from "./seal-secrets.ts";
import { importSecrets, type Source, secretsIn, splitSecrets } from "./source.ts";

// A stored fingerprint of the request would be a hash of a password that may be short.
const FETCH = { ...RUN, narrows: true, secretAnswer: true, refusals: ["INSUFFICIENT_STORAGE"] } as const;

interface Caller {
  tenantId: string;
  language: Language;
  write: BoundWrite;
}

/** Registers an import of a source. Throws VALIDATION_FAILED for what the source cannot be. */
async function request(
  services: Services,
  { tenantId, language, write }: Caller,
  body: OfImport & Record<string, unknown>,
  source: Source,
) {
  const secrets = secretsIn(body);
  const problems = await sourceProblems(services, source, secrets);
  if (problems.length > 0) throw invalidBody(problems);
  await requireSpace(services.config);
  const split = splitSecrets(source, secrets);
  const id = services.newId();
  const secretPlace = importSecrets(id);
  const wanted = {
    templateId: body.template_id ?? null,
    supplierId: body.supplier_id ?? null,
    supplierCode: body.supplier_code?.trim() || null,
  };
  // One that is named must be there; the supplier's default is looked for when the file has come.
  if (wanted.templateId !== null) await chooseTemplate(services.reader(tenantId), wanted);
  return write(requestImport, {
    id,
    source: split.source,
    secretPlace,
    secrets: sealSecrets(services.secrets, { tenantId, place: secretPlace }, split.secrets),
    ...wanted,
    autoProcess: false,
    skipHeaderRows: body.skip_header_rows ?? null,
    sheetName: body.sheet_name ?? null,
    configId: null,
    language,
    tasksMax: services.config.tenantTasks,
  });
}

const STOPS = "The file is fetched and analysed in the background; the import then is ready or waits for its mapping.";

/** The routes that fetch a file from where its sender puts it. */
export const sourceRoutes = (services: Services) =>
  accessRoutes(services, "Import Sources", "/imports")
    .post(
      "/upload-from-url",
      async ({ body, tenantId, language, write, status }) => {
        const made = await request(services, { tenantId, language, write }, body, urlSource(body));
        const at = new Date(made.createdAtMs).toISOString();
        return status(202, { id: made.id, status: made.status as ImportRecord["status"], created_at: at });
      },
      {
        policy: FETCH,
        body: UrlImport,
        response: { 202: UrlTaken },
        detail: {
          operationId: "importFromUrl",
          summary: "Import a file from an address",
          description: `${STOPS} It may take 60 seconds. HTTP Basic by \`username\` and \`password\`, else \`bearer_token\`, or \`headers\` of its own.`,
        },
      },
    )
    .use(remoteRoutes(services));

const remoteRoutes = (services: Services) => {
  const take = async (
    caller: Caller,
    body: OfImport & Record<string, unknown>,
    source: Exclude<Source, { type: "url" }>,
  ) => {
    const made = await request(services, caller, body, source);
    return {
      id: made.id,
      supplier_code: made.supplierCode,
      import_type: source.type,
      status: made.status as ImportRecord["status"],
      message: translate(caller.language, "imports.source.taken"),
    };
  };
  const options = (word: string, operationId: string, more: string) => ({
    policy: FETCH,
    response: { 202: SourceTaken },
    detail: { operationId, summary: `Import a file ${word}`, description: `${more} ${STOPS}` },
  });
  return new Elysia()
    .use(access(services))
    .post(
      "/import/ftp",
      async ({ body, tenantId, language, write, status }) =>
        status(202, await take({ tenantId, language, write }, body, ftpSource(body))),
      { ...options("over FTP", "importFromFtp", "Takes the newest file that fits `file_pattern`."), body: FtpImport },
    )
    .post(
      "/import/sftp",
      async ({ body, tenantId, language, write, status }) =>
        status(202, await take({ tenantId, language, write }, body, sftpSource(body))),
      {
        ...options("over SFTP", "importFromSftp", "Takes the newest file that fits `file_pattern`."),
        body: SftpImport,
      },
    )
    .post(
      "/import/email",
      async ({ body, tenantId, language, write, status }) =>
        status(202, await take({ tenantId, language, write }, body, emailSource(body))),
      {
        ...options(
          "from a mailbox",
          "importFromMailbox",
          "Takes the newest mail with a supported attachment, over IMAP.",
        ),
        body: EmailImport,
      },
    );
};
