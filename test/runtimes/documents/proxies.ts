import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../cleanup.ts";
import { freePort, startProcess } from "../../servers/process.ts";
import { runShell, whole } from "../shell.ts";

const SERVICE = "http://127.0.0.1:3000";

export interface FrontServer {
  url: string;
  /** The same over TLS, with a certificate that signs itself. */
  tlsUrl: string;
  certificate: string;
  stop(): Promise<void>;
}

/** Two addresses, and a certificate for the second one. */
async function newPlace() {
  const folder = temporaryFolder();
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  whole(
    await runShell(
      `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost \
        -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${cert} 2>/dev/null`,
    ),
  );
  const [url, tlsUrl] = [`http://127.0.0.1:${await freePort()}`, `https://127.0.0.1:${await freePort()}`];
  return { folder, cert, key, url, tlsUrl, certificate: await Bun.file(cert).text() };
}

/** nginx with the printed block as a server of its own. */
export async function startNginx(block: string, serviceUrl: string): Promise<FrontServer> {
  const { folder, cert, key, url, tlsUrl, certificate } = await newPlace();
  const file = join(folder, "nginx.conf");
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; user root;
    events {}
    http { access_log off; ${places.join(" ")}
      server { listen ${new URL(url).host}; listen ${new URL(tlsUrl).host} ssl;
        ssl_certificate ${cert}; ssl_certificate_key ${key};\n${block.replace(SERVICE, serviceUrl)}\n} }`,
  );
  const checked = Bun.spawnSync(["/usr/sbin/nginx", "-t", "-c", file]);
  if (checked.exitCode !== 0) throw new Error(checked.stderr.toString());
  const { stop } = await startProcess(["/usr/sbin/nginx", "-c", file], `${url}/api/v1/health`);
  return { url, tlsUrl, certificate, stop };
}

/** Caddy with the printed block, on addresses of this machine instead of the public one. */
export async function startCaddy(block: string, serviceUrl: string): Promise<FrontServer> {
  const { folder, cert, key, url, tlsUrl, certificate } = await newPlace();
  const file = join(folder, "Caddyfile");
  writeFileSync(file, block);
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const checked = Bun.spawnSync(["caddy", "validate", "--adapter", "caddyfile", "--config", file], {
    env: { ...env, PATH: "/usr/bin" },
  });
  if (checked.exitCode !== 0) throw new Error(checked.stderr.toString());
  const printed = block.replace(new URL(SERVICE).host, new URL(serviceUrl).host);
  const plain = printed.replace("pim.example.com", url);
  const safe = printed.replace("pim.example.com {", `${tlsUrl} {\n\ttls ${cert} ${key}`);
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${plain}\n${safe}`);
  const command = ["caddy", "run", "--adapter", "caddyfile", "--config", file];
  const { stop } = await startProcess(command, `${url}/api/v1/health`, { env });
  return { url, tlsUrl, certificate, stop };
}
