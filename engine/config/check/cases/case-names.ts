/** Checks that tests name only what the configuration has. */
import { unknownNames } from '../../link/cases/read-cases.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type CheckContext, DiagnosticSet } from '../context/check-context.ts';

export function checkCaseNames({ portal, files }: CheckContext): Diagnostic[] {
  const findings = new DiagnosticSet();
  for (const { place, ...said } of unknownNames(files, portal))
    findings.add('test/unknown-name', place, said);
  return findings.all();
}
