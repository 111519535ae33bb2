import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../cleanup.ts";
import { freePort, startProcess } from "../../servers/process.ts";

const SERVICE = "http://127.0.0.1:3000";

export interface FrontServer {
  url: string;
  stop(): Promise<void>;
}

/** nginx with the printed block as a server of its own. */
export async function startNginx(block: string, serviceUrl: string): Promise<FrontServer> {
  const folder = temporaryFolder();
  const url = `http://127.0.0.1:${await freePort()}`;
  const file = join(folder, "nginx.conf");
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; user root;
    events {}
    http { access_log off; ${places.join(" ")}
      server { listen ${new URL(url).host};\n${block.replace(SERVICE, serviceUrl)}\n} }`,
  );
  const checked = Bun.spawnSync(["/usr/sbin/nginx", "-t", "-c", file]);
  if (checked.exitCode !== 0) throw new Error(checked.stderr.toString());
  return { url, ...(await startProcess(["/usr/sbin/nginx", "-c", file], `${url}/api/v1/health`)) };
}

/** Caddy with the printed block, on an address of this machine instead of the public one. */
export async function startCaddy(block: string, serviceUrl: string): Promise<FrontServer> {
  const folder = temporaryFolder();
  const url = `http://127.0.0.1:${await freePort()}`;
  const file = join(folder, "Caddyfile");
  writeFileSync(file, block);
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const checked = Bun.spawnSync(["caddy", "validate", "--adapter", "caddyfile", "--config", file], {
    env: { ...env, PATH: "/usr/bin" },
  });
  if (checked.exitCode !== 0) throw new Error(checked.stderr.toString());
  const own = block.replace("pim.example.com", url).replace(new URL(SERVICE).host, new URL(serviceUrl).host);
  writeFileSync(file, `{\n\tadmin off\n}\n${own}`);
  const command = ["caddy", "run", "--adapter", "caddyfile", "--config", file];
  return { url, ...(await startProcess(command, `${url}/api/v1/health`, { env })) };
}
