/** Writes the reference page of all diagnostics from the catalogue and from the examples of the tests. */
import { existsSync, readFileSync } from 'node:fs';
import { catalogue, diagnosticCodes } from '../../engine/config/diagnostics/catalogue.ts';
import { expectedFile } from '../diagnostics/examples.ts';

const HEAD = `# Diagnostics

Everything that \`npx munisipyo check\` can report, by code. A code keeps its name and its meaning. A configuration with an error does not come into force; one
with a warning does. Most codes have an example from [the small configuration of a library](../../tests/fixtures/library).

A test writes this page: \`npx vitest run tests/docs -u\`.`;

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
