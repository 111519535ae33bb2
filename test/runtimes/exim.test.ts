import { afterAll, expect, test } from "bun:test";
import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { freePort } from "../servers/process.ts";
import { ADMIN, startService } from "../servers/service.ts";

const GIVES_UP_MS = 30_000;
const USER = "mailer";
const PASSWORD = "s3cret-of-the-tenant";

/** Takes mail of who logs in over TLS, and puts all of it into one Maildir. */
const configuration = (folder: string, port: number, user: string, group: string) => `
primary_hostname = mx.test
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/exim.pid
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
exim_user = ${user}
exim_group = ${group}
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
  user = ${user}
  group = ${group}
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and {{eq{$auth2}{${USER}}}{eq{$auth3}{${PASSWORD}}}}}
  server_set_id = $auth2
`;

const run = (...command: string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
  return stdout.toString().trim();
};

async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const givesUpAtMs = performance.now() + GIVES_UP_MS;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (performance.now() > givesUpAtMs) throw new Error(`${what}: nothing after ${GIVES_UP_MS} ms`);
    await Bun.sleep(20);
  }
}

const isListening = (port: number) =>
  new Promise<true | undefined>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(undefined));
  });

const stops: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

/** An Exim with a certificate of its own. */
async function startExim() {
  const folder = temporaryFolder();
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? "nobody" : run("id", "-un");
  const group = isRoot ? "nogroup" : run("id", "-gn");
  for (const name of ["spool", "mail", "log"]) mkdirSync(join(folder, name));
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", `${folder}/key.pem`, "-out", `${folder}/cert.pem`];
  run(
    "openssl",
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    ...subject,
    ...files,
  );
  run("chmod", "-R", "a+rX", folder);
  if (isRoot) run("chown", "-R", `${user}:${group}`, folder);
  const file = join(folder, "exim.conf");
  writeFileSync(file, configuration(folder, port, user, group));
  if (isRoot) chownSync(file, 0, 0);
  const program = Bun.which("exim4", { PATH: `${process.env["PATH"]}:/usr/sbin` });
  if (program === null) throw new Error("Debian's exim4-daemon-light is missing");
  const child = Bun.spawn([program, "-bdf", "-q30m", "-C", file], { stdout: "ignore", stderr: "ignore" });
  stops.push(() => {
    child.kill("SIGTERM");
    return child.exited;
  });
  await until("Exim", () => isListening(port));
  const box = join(folder, "mail/all/new");
  return {
    port,
    certificate: join(folder, "cert.pem"),
    /** The first mail that arrives. */
    mail: () =>
      until("the mail", async () => {
        const [name] = await Promise.try(() => readdirSync(box)).catch(() => []);
        return name === undefined ? undefined : readFileSync(join(box, name), "utf8");
      }),
  };
}

test("S36.17 a tenant's mails go through its own Exim, by STARTTLS and with its password", async () => {
  const exim = await startExim();
  const service = await startService({
    folder: temporaryFolder(),
    env: { NODE_EXTRA_CA_CERTS: exim.certificate, CATALOGD_OUTBOUND_ALLOW: "localhost" },
  });
  stops.push(() => service.kill("SIGTERM"));
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    const init = { method, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
    const response = await fetch(`${service.url}/api/v1${path}`, init);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
    return { status: response.status, body: (await response.json()) as any };
  };
  const { body } = await send("POST", "/auth/login/json", ADMIN);
  const bearer = { authorization: `Bearer ${body.access_token}` };
  const setting = {
    enabled: true,
    host: "localhost",
    port: exim.port,
    security: "starttls",
    username: USER,
    password: PASSWORD,
    from_address: "catalog@shop.example",
    from_name: "Boutique",
  };

  expect((await send("PUT", "/settings/smtp", setting, bearer)).status).toBe(200);
  const invitation = { email: "anna@shop.example", role: "viewer" };
  expect((await send("POST", "/settings/users/invite", invitation, bearer)).status).toBe(201);
  const mail = await exim.mail();

  expect(mail).toContain("Envelope-to: anna@shop.example");
  expect(mail).toContain("From: Boutique <catalog@shop.example>");
  expect(mail).toMatch(/with esmtpsa/i);
}, 120_000);
