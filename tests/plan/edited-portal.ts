/** Compiles a configuration with edits, in memory. */
import { compilePortal } from '../../engine/config/compile.ts';
import { renderDiagnostics } from '../../engine/config/diagnostics/render.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';

/** File → what is replaced in it, everywhere, or its new text; null removes the file. */
export type Edits = Readonly<Record<string, readonly [from: string | RegExp, to: string] | string | null>>;

/**
 * @param rename of each file, before the edits: its new name and text
 * @throws Error if it has mistakes, or a text to replace is not there
 */
export function editedPortal(
  directory: string,
  edits: Edits = {},
  rename: (name: string, text: string) => readonly [name: string, text: string] = (name, text) => [
    name,
    text,
  ],
): Portal {
  const files = new Map(
    readFiles(directory).files.map((file) => {
      const [name, text] = rename(file.name, file.text);
      return [name, { path: `${directory}/${name}`, name, text }];
    }),
  );
  for (const [name, edit] of Object.entries(edits)) {
    const path = `${directory}/${name}`;
    if (edit === null) files.delete(name);
    else if (typeof edit === 'string') files.set(name, { path, name, text: edit });
    else {
      const { text = '' } = files.get(name) ?? {};
      const changed = text.replaceAll(edit[0], edit[1]);
      if (changed === text) throw new Error(`${name} has no "${String(edit[0])}".`);
      files.set(name, { path, name, text: changed });
    }
  }
  const { portal, diagnostics } = compilePortal([...files.values()], { proofs: false });
  if (portal === null) throw new Error(renderDiagnostics(diagnostics));
  return portal;
}
