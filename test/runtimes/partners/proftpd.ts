import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../servers/process.ts";
import {
  ACCOUNT,
  ACCOUNT_ID,
  GROUP,
  give,
  isRoot,
  makeCertificate,
  programOf,
  run,
  serverFolder,
  startDaemon,
} from "./daemon.ts";

const DATA_PORTS = 50;
const [LOWEST, RANGE] = [40_000, 15_000];

const tls = (folder: string, isImplicit: boolean) => `TLSEngine on
TLSLog ${folder}/tls.log
TLSProtocol TLSv1.2 TLSv1.3
TLSECCertificateFile ${folder}/cert.pem
TLSECCertificateKeyFile ${folder}/key.pem
TLSVerifyClient off
TLSOptions NoSessionReuseRequired${isImplicit ? " UseImplicitSSL" : ""}
TLSRequired ${isImplicit ? "on" : "off"}
`;

/** ProFTPD with one user, without TLS and with it begun by the client on one port, with TLS from the beginning on another. */
export async function startProftpd({ name, user, password }: { name: string; user: string; password: string }) {
  const folder = serverFolder();
  const [port, implicitPort] = [await freePort(), await freePort()];
  const home = join(folder, "home");
  mkdirSync(home);
  give(home);
  const { certificate } = makeCertificate(folder, name);
  const login = `${user}:${run("openssl", "passwd", "-6", password)}:${ACCOUNT_ID}:${ACCOUNT_ID}::${home}:/bin/false\n`;
  writeFileSync(join(folder, "passwd"), login, { mode: 0o600 });
  writeFileSync(join(folder, "group"), `${GROUP}:x:${ACCOUNT_ID}:\n`, { mode: 0o600 });
  const dataPort = LOWEST + Math.floor(Math.random() * RANGE);
  const common = `AuthOrder mod_auth_file.c
AuthUserFile ${folder}/passwd
AuthGroupFile ${folder}/group
RequireValidShell off
AllowOverwrite on
PassivePorts ${dataPort} ${dataPort + DATA_PORTS}
DefaultRoot ~
`;
  const configuration = `ModulePath /usr/lib/proftpd
LoadModule mod_tls.c
ServerType standalone
ServerName partner
DefaultAddress 127.0.0.1
UseIPv6 off
UseReverseDNS off
Port ${port}
User ${ACCOUNT}
Group ${GROUP}
PidFile ${folder}/pid
ScoreboardFile ${folder}/score
ControlsEngine off
DelayEngine off
WtmpLog off
TransferLog ${folder}/transfers.log
SystemLog ${folder}/system.log
MaxInstances 30
${common}${tls(folder, false)}
<VirtualHost 127.0.0.1>
Port ${implicitPort}
${common}${tls(folder, true)}</VirtualHost>
`;
  if (!isRoot) throw new Error("ProFTPD shuts its users in: it needs root");
  writeFileSync(join(folder, "proftpd.conf"), configuration);
  const command = [programOf("proftpd"), "-n", "-c", join(folder, "proftpd.conf")];
  const stop = await startDaemon(command, [port, implicitPort]);
  return { port, implicitPort, folder: home, certificate, stop };
}
