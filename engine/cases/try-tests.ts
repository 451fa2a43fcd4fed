/** Tries the tests of a configuration, and counts the rules that they use. */
import type { CaseOrStory } from '../config/link/cases/read-cases.ts';
import { readTests } from '../config/link/cases/read-cases.ts';
import { layeredName } from '../config/layers/layer-names.ts';
import type { SourceFile } from '../config/source/source.ts';
import { parseFiles } from '../config/stages.ts';
import type { Portal } from '../portal/model/portal.ts';
import { type UsedRules, emptyCoverage } from './coverage.ts';
import { type CaseFailure, runCase } from './run-case.ts';
import { runStory } from './run-story.ts';

export interface TestResult {
  readonly tried: CaseOrStory;
  readonly failures: readonly CaseFailure[];
}

export interface TestOutcome {
  readonly results: readonly TestResult[];
  readonly coverage: UsedRules;
}

/** @param files of a configuration that has no errors */
export function testsOf(files: readonly SourceFile[], portal: Portal): CaseOrStory[] {
  // portal.yaml names the base, whose tests are tried too.
  const wanted = files.filter(({ name }) => /^(?:tests\/|portal\.yaml$)/.test(layeredName(name).name));
  const { parsed } = parseFiles(wanted, undefined);
  const tests = parsed.filter(({ file }) => file.kind === 'test');
  return readTests(
    tests.map(({ file }) => file),
    portal,
  );
}

export function tryTests(portal: Portal, tests: readonly CaseOrStory[]): TestOutcome {
  const coverage = emptyCoverage();
  const results = tests.map((tried): TestResult => {
    const failures =
      tried.is === 'case' ? runCase(portal, tried, coverage) : runStory(portal, tried, coverage);
    return { tried, failures };
  });
  return { results, coverage };
}
