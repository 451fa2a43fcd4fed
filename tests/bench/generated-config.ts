/** The project's configuration, extended to any size with copies of one requirement kind. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFiles } from '../../engine/config/read-files.ts';
import type { SourceFile } from '../../engine/config/source/source.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const model = 'config/requirements/menro/serial.yaml';

/** Every file of `config/` and `copies` more requirement kinds, each a file of its own. */
export function generatedConfig(copies: number): SourceFile[] {
  const files = readFiles(join(root, 'config')).files.map((file) => ({
    ...file,
    path: `config/${file.name}`,
  }));
  const text = readFileSync(join(root, model), 'utf8');
  const generated = Array.from({ length: copies }, (_, index) => ({
    path: `config/requirements/menro/generated-${index}.yaml`,
    name: `requirements/menro/generated-${index}.yaml`,
    text: text.replace(/^title: .*$/m, `title: Generated kind ${index}`),
  }));
  return [...files, ...generated];
}
