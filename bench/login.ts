import { ADMIN } from "../test/servers/service.ts";
import type { Line } from "./table.ts";

const ATTEMPTS = 200;

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

async function timed(request: () => Promise<Response>): Promise<{ status: number; ms: number }> {
  const startedAtMs = performance.now();
  const response = await request();
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - startedAtMs };
}

const logIn = (url: string, email: string) => () =>
  fetch(`${url}/api/v1/auth/login/json`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: ADMIN.password }),
  });

/** Two hundred logins at once, half of them of an account that exists, and what `/health` feels of it. */
export async function measureLogins(url: string): Promise<Line[]> {
  let storming = true;
  const health: number[] = [];
  const watching = (async () => {
    while (storming) health.push((await timed(() => fetch(`${url}/api/v1/health`))).ms);
  })();
  const startedAtMs = performance.now();
  const attempts = Array.from({ length: ATTEMPTS }, (_, index) =>
    timed(logIn(url, index % 2 === 0 ? ADMIN.email : `nobody-${index}@example.com`)),
  );
  const answers = await Promise.all(attempts);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  storming = false;
  await watching;
  const times = answers.map(({ ms }) => ms);
  const answered = answers.filter(({ status }) => status !== 503).length;
  return [
    { work: `${ATTEMPTS} logins at once, p95`, value: percentile(times, 0.95), unit: "ms", target: "≤ 2,000" },
    { work: "logins checked, the others told to come back", value: answered / seconds, unit: "/s", target: "" },
    { work: "health meanwhile, longest", value: Math.max(...health), unit: "ms", target: "≤ 50" },
  ];
}
