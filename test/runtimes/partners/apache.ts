import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../servers/process.ts";
import { ACCOUNT, GROUP, give, isRoot, programOf, run, serverFolder, startDaemon } from "./daemon.ts";

const MODULES = [
  "mpm_event",
  "authn_core",
  "authn_file",
  "authz_core",
  "authz_user",
  "auth_basic",
  "dav",
  "dav_fs",
  "mime",
  "dir",
];

/** Apache with mod_dav on one folder for one user. */
export async function startApache({ user, password }: { user: string; password: string }) {
  const folder = serverFolder();
  const port = await freePort();
  const [data, own] = [join(folder, "data"), join(folder, "own")];
  for (const path of [data, own]) {
    mkdirSync(path);
    give(path);
  }
  writeFileSync(join(folder, "htpasswd"), `${user}:${run("openssl", "passwd", "-apr1", password)}\n`);
  chmodSync(join(folder, "htpasswd"), 0o644);
  const modules = MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
  const configuration = `ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
${modules.join("\n")}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
DefaultRuntimeDir ${own}
Mutex file:${own}
TypesConfig /etc/mime.types
${isRoot ? `User ${ACCOUNT}\nGroup ${GROUP}` : ""}
StartServers 1
ThreadsPerChild 8
MinSpareThreads 4
MaxSpareThreads 16
MaxRequestWorkers 16
DocumentRoot ${data}
DavLockDB ${own}/locks
<Directory ${data}>
DAV On
DirectoryIndex disabled
DirectorySlash Off
AuthType Basic
AuthName partner
AuthUserFile ${folder}/htpasswd
Require valid-user
</Directory>
`;
  writeFileSync(join(folder, "httpd.conf"), configuration);
  const command = [programOf("apache2"), "-d", folder, "-f", join(folder, "httpd.conf"), "-D", "FOREGROUND"];
  const stop = await startDaemon(command, [port]);
  return { port, folder: data, stop };
}
