import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import { freePort } from "../../servers/process.ts";
import { ACCOUNT, GROUP, give, makeCertificate, programOf, serverFolder, startDaemon } from "./daemon.ts";

export interface PartnerMail {
  from: string;
  subject: string;
  attachments: { filename: string; content: string | Buffer | Readable }[];
}

/** Dovecot with one mailbox: IMAP without TLS and with it begun by the client, IMAPS, and LMTP to bring mails. */
export async function startDovecot({ name, user, password }: { name: string; user: string; password: string }) {
  const folder = serverFolder();
  const [imap, imaps, lmtp] = [await freePort(), await freePort(), await freePort()];
  chmodSync(folder, 0o755);
  const { certificate, key } = makeCertificate(folder, name);
  mkdirSync(join(folder, "run"));
  mkdirSync(join(folder, "mail"));
  give(join(folder, "mail"));
  writeFileSync(join(folder, "users"), `${user}:{PLAIN}${password}::::::\n`);
  const configuration = `base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = /dev/stderr
protocols = imap lmtp
listen = 127.0.0.1
default_internal_user = ${ACCOUNT}
default_internal_group = ${GROUP}
default_login_user = ${ACCOUNT}
first_valid_uid = 1
mail_location = maildir:~/Maildir
disable_plaintext_auth = no
ssl = yes
ssl_cert = <${certificate}
ssl_key = <${key}
auth_mechanisms = plain login
auth_failure_delay = 0
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${ACCOUNT} gid=${GROUP} home=${folder}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = ${imaps}
    ssl = yes
  }
}
service lmtp {
  user = ${ACCOUNT}
  inet_listener lmtp {
    port = ${lmtp}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
namespace inbox {
  inbox = yes
}
`;
  writeFileSync(join(folder, "dovecot.conf"), configuration);
  const stop = await startDaemon([programOf("dovecot"), "-F", "-c", join(folder, "dovecot.conf")], [imap, imaps, lmtp]);
  return {
    imap,
    imaps,
    certificate,
    /** Brings a mail to the mailbox. */
    deliver: async (mail: PartnerMail) => {
      const transport = createTransport({ host: "127.0.0.1", port: lmtp, lmtp: true, ignoreTLS: true });
      await transport.sendMail({ ...mail, to: user, text: "See the file." });
      transport.close();
    },
    stop,
  };
}
