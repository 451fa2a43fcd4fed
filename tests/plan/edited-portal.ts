/** Compiles a configuration with edits, in memory. */
import { compilePortal } from '../../engine/config/compile.ts';
import { renderDiagnostics } from '../../engine/config/diagnostics/render.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';

/** File → what is replaced in it, everywhere; null removes the file. */
export type Edits = Readonly<Record<string, readonly [from: string, to: string] | null>>;

/** @throws Error if it has mistakes, or a text to replace is not there */
export function editedPortal(directory: string, edits: Edits = {}): Portal {
  const files = new Map(readFiles(directory).files.map((file) => [file.name, file]));
  for (const [name, edit] of Object.entries(edits)) {
    const path = `${directory}/${name}`;
    if (edit === null) files.delete(name);
    else {
      const { text = '' } = files.get(name) ?? {};
      if (!text.includes(edit[0])) throw new Error(`${name} has no "${edit[0]}".`);
      files.set(name, { path, name, text: text.replaceAll(edit[0], edit[1]) });
    }
  }
  const { portal, diagnostics } = compilePortal([...files.values()], { proofs: false });
  if (portal === null) throw new Error(renderDiagnostics(diagnostics));
  return portal;
}
