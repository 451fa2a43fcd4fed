/** Renders the results of tests: like a compiler for people, and as JUnit for machines. */
import type { SourceFile } from '../config/source/source.ts';
import type { Portal } from '../portal/model/portal.ts';
import { countOfNoun } from '../portal/text/noun-count.ts';
import { type TestResult, testsOf, tryTests } from './try-tests.ts';

/** What the tests in these files expect and the configuration does not do; '' if all hold. */
export function failuresOf(files: readonly SourceFile[], portal: Portal): string {
  return renderFailures(tryTests(portal, testsOf(files, portal)).results);
}

/** Each failure with its place; '' if there are none. */
export function renderFailures(results: readonly TestResult[]): string {
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

export function sayResults(results: readonly TestResult[]): string {
  const sorts = [
    { is: 'case', one: 'case', many: 'cases' },
    { is: 'story', one: 'story', many: 'stories' },
  ].flatMap(({ is, one, many }) => {
    const some = results.filter(({ tried }) => tried.is === is);
    const held = some.filter(({ failures }) => failures.length === 0).length;
    return some.length === 0 ? [] : [`${held} of ${countOfNoun(some.length, one, many)}`];
  });
  const expected = results.reduce((sum, { tried }) => sum + expectationsOf(tried), 0);
  const verb = results.length === 1 ? 'holds' : 'hold';
  return `${sorts.join(' and ')} ${verb}, with ${countOfNoun(expected, 'expectation', 'expectations')}.\n`;
}

function expectationsOf(tried: TestResult['tried']): number {
  if (tried.is === 'case') return tried.expected.length;
  const refused = tried.steps.filter((step) => step.refused !== null).length;
  const outcomes = tried.steps.flatMap((step) => step.outcomes);
  return outcomes.reduce((sum, { expected }) => sum + expected.length, refused);
}

/** The format of JUnit, which CI servers read. One suite for each file. */
export function renderJunit(results: readonly TestResult[]): string {
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
