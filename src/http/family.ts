import { family } from "../runtime/family.ts";

export const http = family({
  tags: [
    { name: "Health", description: "Whether the service works." },
    { name: "Description", description: "What the API is, and what its errors mean." },
  ],
  routes: async () => [(await import("./observe/health.ts")).healthRoutes],
  mutations: () =>
    Promise.all([
      import("./observe/stored-counters.ts"),
      import("./observe/shared-counters.ts"),
      import("./gate/write/store-answer.ts"),
    ]),
});
