/** Writes the reference page of all diagnostics from the catalogue and from the examples of the tests. */
import { existsSync, readFileSync } from 'node:fs';
import { catalogue, diagnosticCodes } from '../../engine/config/diagnostics/catalogue.ts';
import { expectedFile } from '../diagnostics/examples.ts';

const HEAD = `# Diagnostics

All that \`npx munisipyo check\` can say, by code. A code is never renamed and never gets another meaning. An error keeps the configuration from being put in
force; a warning does not. Most are shown by an example, over [the small configuration of a library](../../tests/fixtures/library).

This page is written by a test: \`npx vitest run tests/docs -u\`.`;

/** Markdown, not yet formatted. */
export function diagnosticsPage(): string {
  const subjects = Map.groupBy(diagnosticCodes, (code) => code.split('/')[0] ?? '');
  const sections = [...subjects].map(([subject, codes]) =>
    [`## ${subject}`, ...codes.map(describeCode)].join('\n\n'),
  );
  return [HEAD, ...sections].join('\n\n');
}

function describeCode(code: (typeof diagnosticCodes)[number]): string {
  const { severity, summary } = catalogue[code];
  const file = expectedFile(code.replace('/', '-'));
  const example = existsSync(file) ? `\n\n\`\`\`text\n${readFileSync(file, 'utf8').trimEnd()}\n\`\`\`` : '';
  return `### ${code}\n\n${severity === 'warning' ? 'A warning. ' : ''}${summary}${example}`;
}
