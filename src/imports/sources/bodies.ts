import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { maybe } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { ImportStatusName } from "../import-record.ts";
import type { EmailSource, FtpSource, SftpSource, Source, SourceType, UrlSource, Wholeness } from "./source.ts";

const Host = Type.String({ minLength: 1, maxLength: 253, pattern: "^[^\\s/@]+$", examples: ["ftp.supplier.example"] });
const Port = (usual: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: `Default ${usual}.` }));
const Line = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const Secret = (description: string) => Type.String({ minLength: 1, maxLength: 4096, description });
const Folder = maybe(Line(1000, "Folder on the server; absent: the one that the login begins in."));
const Pattern = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: "`*` stands for any characters, `?` for one. The newest file that fits is taken. Default `*.csv`.",
  }),
);
const Authority = maybe(
  Type.String({
    maxLength: 20_000,
    pattern: "-----BEGIN CERTIFICATE-----",
    description: "PEM of the server's certificate or its authority, where it is not one that everybody trusts.",
  }),
);

const Headers = Type.Optional(
  Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Type.String({ maxLength: 2000 }), {
    maxProperties: 50,
    description:
      "Sent with each request, and to no other server. Those that hold secrets are stored encrypted and shown masked.",
    examples: [{ "X-Shop": "42" }],
  }),
);
/** How a whole file of a folder is recognised. */
const WHOLENESS = {
  settle_seconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 300,
      description: "Seconds for which the size and time of a file must not change before it is taken. Default 5.",
    }),
  ),
  marker: maybe(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "Name of a file that the sender lays beside a whole one, with `{name}` or `{stem}` (the name without its ending) in it. Files without theirs are left alone.",
      examples: ["{name}.done"],
    }),
  ),
  partial_pattern: maybe(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "What the sender calls files that are not whole yet, besides names that begin with a dot or end with .part, .tmp and the like.",
      examples: ["_*"],
    }),
  ),
};

/** Of every import whose file is fetched. */
const OF_IMPORT = {
  supplier_id: maybe(Type.String({ format: "uuid" })),
  supplier_code: maybe(Type.String({ minLength: 1, maxLength: 50, examples: ["ACME"] })),
  template_id: maybe(Type.String({ format: "uuid", description: "Default: the supplier's default template." })),
  skip_header_rows: maybe(Type.Integer({ minimum: 0, maximum: 100, description: "Rows before the header." })),
  sheet_name: maybe(Type.String({ minLength: 1, maxLength: 100 })),
};

/** The bodies of the four routes, without what says how the import goes on. */
export const SOURCE_BODIES = {
  url: Type.Object({
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: "Address over HTTP or HTTPS; redirects are followed.",
      examples: ["https://supplier.example/catalog.csv"],
    }),
    username: maybe(Line(255, "User name of HTTP Basic.")),
    password: maybe(Secret("Its password. Stored encrypted, and erased once the file is fetched.")),
    bearer_token: maybe(Secret("Sent as `Authorization: Bearer …`; kept as passwords are.")),
    headers: Headers,
  }),
  ftp: Type.Object({
    host: Host,
    port: Port(21),
    username: Line(255, "User name."),
    password: Type.Optional(Secret("Stored encrypted, and erased once the file is fetched.")),
    directory_path: Folder,
    file_pattern: Pattern,
    ...WHOLENESS,
    security: Type.Optional(
      oneOf(["none", "explicit", "implicit"] as const, {
        description: "TLS: AUTH TLS, or from the beginning. Default none.",
      }),
    ),
    ca_certificate: Authority,
  }),
  sftp: Type.Object({
    host: Host,
    port: Port(22),
    username: Line(255, "User name."),
    password: Type.Optional(Secret("A password or a `key_file_path` is required.")),
    key_file_path: maybe(Line(255, "Name of a private key in the folder of keys that the operator has set.")),
    key_passphrase: Type.Optional(Secret("Passphrase of the key.")),
    host_fingerprint: maybe(
      Line(
        255,
        "SHA-256 of the server's key, as `ssh-keygen -l` prints it. Absent: any server that answers is trusted.",
      ),
    ),
    directory_path: Folder,
    file_pattern: Pattern,
    ...WHOLENESS,
  }),
  email: Type.Object({
    imap_host: Host,
    imap_port: Port(993),
    email: Line(255, "User name of the mailbox, usually its address."),
    password: Secret("Stored encrypted, and erased once the file is fetched."),
    folder: Type.Optional(Line(255, "Default `INBOX`.")),
    sender_filter: maybe(Line(255, "Part of the sender.")),
    subject_filter: maybe(Line(255, "Part of the subject.")),
    unseen_only: Type.Optional(Type.Boolean({ description: "Only mails that are not read. Default true." })),
    mark_as_read: Type.Optional(Type.Boolean({ description: "Once the import has the file. Default true." })),
    security: Type.Optional(
      oneOf(["tls", "starttls", "none"] as const, { description: "Default: tls at port 993, else starttls." }),
    ),
    ca_certificate: Authority,
  }),
};

const whole = <T extends { properties: Record<string, TSchema> }>({ properties }: T) =>
  Type.Object({ ...properties, ...OF_IMPORT } as T["properties"] & typeof OF_IMPORT);

export const UrlImport = whole(SOURCE_BODIES.url);
export const FtpImport = whole(SOURCE_BODIES.ftp);
export const SftpImport = whole(SOURCE_BODIES.sftp);
export const EmailImport = whole(SOURCE_BODIES.email);
export type OfImport = Partial<Static<typeof OfImportBody>>;
const OfImportBody = Type.Object(OF_IMPORT);

export type UrlBody = Static<typeof SOURCE_BODIES.url>;
export type FtpBody = Static<typeof SOURCE_BODIES.ftp>;
export type SftpBody = Static<typeof SOURCE_BODIES.sftp>;
export type EmailBody = Static<typeof SOURCE_BODIES.email>;

const IMAPS = 993;

const SETTLE_SECONDS = 5;
const wholenessOf = (body: FtpBody | SftpBody): Wholeness => ({
  settle_seconds: body.settle_seconds ?? SETTLE_SECONDS,
  marker: body.marker ?? null,
  partial_pattern: body.partial_pattern ?? null,
});

export const urlSource = ({ url, username, headers }: UrlBody): UrlSource => ({
  type: "url",
  url,
  username: username ?? null,
  headers: headers ?? {},
});

export const ftpSource = (body: FtpBody): FtpSource => ({
  type: "ftp",
  host: body.host,
  port: body.port ?? (body.security === "implicit" ? 990 : 21),
  username: body.username,
  directory_path: body.directory_path ?? null,
  file_pattern: body.file_pattern ?? "*.csv",
  ...wholenessOf(body),
  security: body.security ?? "none",
  ca_certificate: body.ca_certificate ?? null,
});

export const sftpSource = (body: SftpBody): SftpSource => ({
  type: "sftp",
  host: body.host,
  port: body.port ?? 22,
  username: body.username,
  key_file_path: body.key_file_path ?? null,
  host_fingerprint: body.host_fingerprint ?? null,
  directory_path: body.directory_path ?? null,
  file_pattern: body.file_pattern ?? "*.csv",
  ...wholenessOf(body),
});

export const emailSource = (body: EmailBody): EmailSource => ({
  type: "email",
  imap_host: body.imap_host,
  imap_port: body.imap_port ?? IMAPS,
  email: body.email,
  folder: body.folder ?? "INBOX",
  sender_filter: body.sender_filter ?? null,
  subject_filter: body.subject_filter ?? null,
  unseen_only: body.unseen_only ?? true,
  mark_as_read: body.mark_as_read ?? true,
  security: body.security ?? ((body.imap_port ?? IMAPS) === IMAPS ? "tls" : "starttls"),
  ca_certificate: body.ca_certificate ?? null,
});

/** A body of the route of a source, as it is stored. Its schema has let it through. */
export function sourceOf(type: SourceType, body: unknown): Source {
  if (type === "url") return urlSource(body as UrlBody);
  if (type === "ftp") return ftpSource(body as FtpBody);
  return type === "sftp" ? sftpSource(body as SftpBody) : emailSource(body as EmailBody);
}

export const UrlTaken = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    status: ImportStatusName,
    created_at: Type.String({ format: "date-time" }),
  },
  { title: "UrlTaken" },
);
export const SourceTaken = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    supplier_code: Type.Union([Type.String(), Type.Null()]),
    import_type: oneOf(["ftp", "sftp", "email"]),
    status: ImportStatusName,
    message: Type.String(),
  },
  { title: "FetchStarted" },
);
