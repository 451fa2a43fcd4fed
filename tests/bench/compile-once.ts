/**
 * Runs one task in this fresh process and prints its milliseconds: `parse` or `compile`, then the number of kinds.
 */
import { parse } from 'yaml';
import { generatedConfig } from './generated-config.ts';

const files = generatedConfig(Number(process.argv[3]));

if (process.argv[2] === 'parse') {
  const start = performance.now();
  for (const { text } of files) parse(text);
  console.log(performance.now() - start);
} else {
  const { compilePortal } = await import('../../engine/config/compile.ts');
  const start = performance.now();
  const { portal, diagnostics } = compilePortal(files);
  const time = performance.now() - start;
  if (!portal) throw new Error(diagnostics[0]?.message ?? 'no portal');
  console.log(time);
}
