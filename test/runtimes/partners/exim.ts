import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../servers/process.ts";
import { ACCOUNT, GROUP, give, isRoot, makeCertificate, programOf, serverFolder, startDaemon } from "./daemon.ts";

const GIVES_UP_MS = 30_000;

interface Login {
  username: string;
  password: string;
  /** Takes mail from this machine without a login, too. */
  isOpen?: boolean;
}

/** Takes mail of who logs in over TLS, and puts all of it into one Maildir. */
const configuration = (folder: string, port: number, { username, password, isOpen = false }: Login) => `
primary_hostname = mx.test
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/exim.pid
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
exim_user = ${ACCOUNT}
exim_group = ${GROUP}
never_users =
keep_environment =
host_lookup =
rfc1413_query_timeout = 0s
tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
acl_smtp_rcpt = rcpt
begin acl
rcpt:
  accept authenticated = *
${isOpen ? "  accept hosts = 127.0.0.1" : ""}
  deny message = authentication required
begin routers
all:
  driver = accept
  transport = box
begin transports
box:
  driver = appendfile
  directory = ${folder}/mail/all
  maildir_format
  create_directory
  envelope_to_add
  user = ${ACCOUNT}
  group = ${GROUP}
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and {{eq{$auth2}{${username}}}{eq{$auth3}{${password}}}}}
  server_set_id = $auth2
`;

/** An Exim with a certificate of its own. */
export async function startExim(login: Login) {
  const folder = serverFolder();
  const port = await freePort();
  for (const name of ["spool", "mail", "log"]) {
    mkdirSync(join(folder, name));
    give(join(folder, name));
  }
  const { certificate, key } = makeCertificate(folder, "localhost");
  give(certificate);
  give(key);
  const file = join(folder, "exim.conf");
  writeFileSync(file, configuration(folder, port, login));
  if (isRoot) chownSync(file, 0, 0);
  const stop = await startDaemon([programOf("exim4"), "-bdf", "-q30m", "-C", file], [port]);
  const box = join(folder, "mail/all/new");
  const arrived = async () => Promise.try(() => readdirSync(box)).catch(() => [] as string[]);
  return {
    port,
    certificate,
    stop,
    /** The mails, once as many have arrived. */
    mails: async (count = 1): Promise<string[]> => {
      const givesUpAtMs = performance.now() + GIVES_UP_MS;
      for (;;) {
        const names = await arrived();
        if (names.length >= count) return names.toSorted().map((name) => readFileSync(join(box, name), "utf8"));
        if (performance.now() > givesUpAtMs)
          throw new Error(`${names.length} mails of ${count} after ${GIVES_UP_MS} ms`);
        await Bun.sleep(20);
      }
    },
  };
}
