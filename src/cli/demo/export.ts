import { answer, type Client, type Json, say } from "./client.ts";

/** Writes the products into a file, and shows its first lines. */
export async function exportAll(client: Client): Promise<void> {
  const fields = { include_fields: ["ean", "title", "price"] };
  const { task_id: task } = await answer(await client.call("POST", "/exports/csv/products", fields));
  const isOver = ({ state }: Json) => /^(SUCCESS|FAILURE)$/.test(`${state}`);
  const { state, message } = await client.poll(`/exports/progress/${task}`, isOver);
  if (state !== "SUCCESS") throw new Error(`The export failed: ${message}`);
  const file = await (await client.call("GET", `/exports/download/${task}`)).text();
  const lines = file.trimEnd().split("\r\n");
  for (const line of lines.slice(0, 4)) say(`     ${line}`);
  say(`     … ${lines.length - 1} products`);
}
