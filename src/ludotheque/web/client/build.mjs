// Bundles each page's script into ../static; called by the package's build hook.
import { build } from "esbuild";

await build({
  entryPoints: ["table.ts", "replay.ts", "lesson.ts", "puzzle.ts", "screen.ts", "passkeys.ts", "account.ts", "guide.ts"],
  outdir: "../static",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
});
