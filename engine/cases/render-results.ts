/** Renders the results of cases: like a compiler for people, and as JUnit for machines. */
import { countOfNoun } from '../portal/text/noun-count.ts';
import type { ConfigurationCase } from './case.ts';
import type { CaseFailure } from './run-case.ts';

export interface CaseResult {
  readonly tried: ConfigurationCase;
  readonly failures: readonly CaseFailure[];
}

/** Each failure with its place; '' if there are none. */
export function renderFailures(results: readonly CaseResult[]): string {
  return results
    .flatMap(({ tried, failures }) =>
      failures.map(({ place, message, because }) =>
        [
          `${place.file}:${place.line}:${place.column}  ${tried.title}`,
          `  ${message}`,
          ...because.map((line) => `    ${line}`),
          '',
        ].join('\n'),
      ),
    )
    .join('\n');
}

export function sayResults(results: readonly CaseResult[]): string {
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const expected = results.reduce((sum, { tried }) => sum + tried.expected.length, 0);
  const held = `${results.length - failed} of ${countOfNoun(results.length, 'case holds', 'cases hold')}`;
  return `${held}, with ${countOfNoun(expected, 'expectation', 'expectations')}.\n`;
}

/** The format of JUnit, which CI servers read. One suite for each file. */
export function renderJunit(results: readonly CaseResult[]): string {
  const suites = [...Map.groupBy(results, ({ tried }) => tried.place.file)].map(([file, some]) => {
    const failed = some.filter(({ failures }) => failures.length > 0).length;
    const cases = some.map(({ tried, failures }) => {
      const said = failures.map(
        ({ place, message, because }) =>
          `<failure message="${escape(message)}">${escape([`${place.file}:${place.line}`, message, ...because].join('\n'))}</failure>`,
      );
      return `    <testcase classname="${escape(file)}" name="${escape(tried.title)}">${said.join('')}</testcase>`;
    });
    return [
      `  <testsuite name="${escape(file)}" tests="${some.length}" failures="${failed}">`,
      ...cases,
      '  </testsuite>',
    ].join('\n');
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join(
    '\n',
  );
}

/** Text and attribute values of XML. Control characters, which XML does not allow, are left out. */
function escape(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
