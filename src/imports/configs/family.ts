import { family } from "../../runtime/family.ts";

export const importConfigs = family({
  tags: [{ name: "Import Configurations", description: "Files that are fetched and imported again and again." }],
  routes: async () => [(await import("./routes.ts")).importConfigRoutes],
  mutations: () =>
    Promise.all([
      import("./begin-config.ts"),
      import("./change-config.ts"),
      import("./note-run.ts"),
      import("./settle-file.ts"),
    ]),
  expansions: { import_config: async () => (await import("./shown-config.ts")).configsById },
});
