/** Renders diagnostics as a log of SARIF 2.1.0, the format of code scanners. */
import type { Location, Log, ReportingDescriptor, Result } from 'sarif';
import type { Place } from '../../portal/model/place.ts';
import { catalogue } from './catalogue.ts';
import type { Diagnostic } from './diagnostic.ts';
import { pageOfCode } from './page-of-code.ts';

/** With a rule for each code that occurs. Columns count UTF-16 units, as editors do. */
export function renderSarif(diagnostics: readonly Diagnostic[]): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].toSorted();
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'munisipyo check', rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((one) => resultOf(one, codes.indexOf(one.code))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(code: Diagnostic['code']): ReportingDescriptor {
  const { severity, summary } = catalogue[code];
  return {
    id: code,
    shortDescription: { text: summary },
    helpUri: pageOfCode(code),
    defaultConfiguration: { level: severity },
  };
}

function resultOf(diagnostic: Diagnostic, ruleIndex: number): Result {
  const { code, severity, message, remedy, length } = diagnostic;
  const related = relatedTo(diagnostic);
  return {
    ruleId: code,
    ruleIndex,
    level: severity,
    message: { text: `${message} ${remedy}` },
    locations: [locationOf(diagnostic, length)],
    ...(related.length > 0 && { relatedLocations: related }),
  };
}

/** The rule that causes it, and the further places of the same mistake. */
function relatedTo({ rule, also = [] }: Diagnostic): Location[] {
  const places = [
    ...(rule === undefined ? [] : [{ place: rule, text: 'This rule refuses them.' }]),
    ...also.map((place) => ({ place, text: 'The same mistake.' })),
  ];
  return places.map(({ place, text }, index) => ({
    id: index + 1,
    message: { text },
    ...locationOf(place, 1),
  }));
}

function locationOf({ file, line, column }: Place, length: number): Location {
  return {
    physicalLocation: {
      artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
      region: { startLine: line, startColumn: column, endColumn: column + Math.max(1, length) },
    },
  };
}
