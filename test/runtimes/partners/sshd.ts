import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../servers/process.ts";
import { isRoot, programOf, run, serverFolder, startDaemon } from "./daemon.ts";

/**
 * OpenSSH's server for files alone. Its user comes in by password and by a key with a passphrase: an account of the machine that
 * is made here and removed by `stop`.
 */
export async function startSshd({ password, passphrase }: { password: string; passphrase: string }) {
  if (!isRoot) throw new Error("sshd checks passwords as root alone");
  const folder = serverFolder();
  const port = await freePort();
  const home = join(folder, "data");
  mkdirSync(home);
  mkdirSync("/run/sshd", { recursive: true });
  const [hostKey, userKey] = [join(folder, "host-key"), join(folder, "user-key")];
  run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", hostKey);
  run("ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-f", userKey);
  copyFileSync(`${userKey}.pub`, join(folder, "authorized_keys"));
  chmodSync(join(folder, "authorized_keys"), 0o644);
  const user = `partner${port}`;
  run("useradd", "-M", "-d", home, "-s", "/bin/false", "-p", run("openssl", "passwd", "-6", password), user);
  run("chown", "-R", user, home);
  const configuration = `Port ${port}
ListenAddress 127.0.0.1
HostKey ${hostKey}
PidFile ${folder}/pid
UsePAM no
StrictModes no
PubkeyAuthentication yes
PasswordAuthentication yes
KbdInteractiveAuthentication no
AuthorizedKeysFile ${folder}/authorized_keys
AllowUsers ${user}
Subsystem sftp internal-sftp
ForceCommand internal-sftp -d ${home}
AllowTcpForwarding no
X11Forwarding no
PrintMotd no
`;
  writeFileSync(join(folder, "sshd_config"), configuration);
  const start = () => startDaemon([programOf("sshd"), "-D", "-e", "-f", join(folder, "sshd_config")], [port]);
  let end = await start();
  const [, fingerprint = ""] = run("ssh-keygen", "-l", "-f", `${hostKey}.pub`).split(" ");
  return {
    port,
    folder: home,
    user,
    fingerprint,
    privateKey: readFileSync(userKey, "utf8"),
    /** From then on it does not answer, until it is back. */
    leave: () => end(),
    comeBack: async () => {
      end = await start();
    },
    stop: async () => {
      await end();
      // Its sessions are processes of their own, that a cut line may have left behind.
      run("userdel", "--force", user);
    },
  };
}
