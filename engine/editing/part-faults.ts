/** Puts what the check finds beside the questions that it concerns. */
import type { Diagnostic } from '../config/diagnostics/diagnostic.ts';
import type { FaultModel } from '../contract/editing.ts';
import { pathInWhole } from './layered-file.ts';
import { documentOf, partAt } from './part-document.ts';
import { type PartForm, SINGLE } from './part-form.ts';
import { rowAt } from './condition-parts.ts';
import { type AnswerFaults, type PartAnswers, readYaml } from './part-answers.ts';
import type { OpenedPart } from './opened-part.ts';

interface FoundFaults {
  /** Of the whole file with the answers. */
  readonly text: string;
  /** What is written of it: what differs from the base. The diagnostics are about it. */
  readonly written: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly answers: AnswerFaults;
  /** The answers that are looked at. */
  readonly given: PartAnswers;
}

/** Errors of all files; warnings only of this one, as others have their own pages. */
export function faultsOfPart(
  { file, path, form }: Pick<OpenedPart, 'file' | 'path' | 'form'>,
  { text, written, diagnostics, answers, given }: FoundFaults,
): FaultModel[] {
  const document = documentOf({ name: `${file.name} as written`, text: written });
  const whole = documentOf({ name: `${file.name} with answers`, text });
  const questionAt = (one: Diagnostic): QuestionPlace => {
    if (one.file !== file.path) return nowhere;
    const place = partAt(document, offsetOf(written, one));
    const inWhole =
      written === text ? place : pathInWhole(place, { name: file.name, written: document, whole });
    const found = inWhole.map(String);
    const isHere = path.every((step, index) => String(step) === found[index]);
    const field = isHere ? questionOf(form, found[path.length]) : null;
    const isCondition = form.questions.some(({ name, shape }) => name === field && shape === 'condition');
    if (field === null || !isCondition) return { field, row: null };
    const steps = found.slice(path.length + Number(form.shape === 'form'));
    return { field, row: rowAt(given[field], steps, readYaml) };
  };
  return [
    ...Object.entries(answers).map(([field, message]): FaultModel => ({
      field,
      place: file.path,
      message,
      isError: true,
      row: null,
    })),
    ...diagnostics
      .filter((one) => one.severity === 'error' || one.file === file.path)
      .map((one) => toFault(one, questionAt(one))),
  ];
}

/** Beside which question a mistake is shown. */
type QuestionPlace = Pick<FaultModel, 'field' | 'row'>;

/** Of another part: the mistake names its file and line. */
export const nowhere: QuestionPlace = { field: null, row: null };

export function toFault(one: Diagnostic, place: QuestionPlace): FaultModel {
  return {
    ...place,
    place: `${one.file}:${one.line}`,
    message: `${one.message} ${one.remedy}`,
    isError: one.severity === 'error',
  };
}

function questionOf({ shape, questions }: PartForm, step: string | undefined): string | null {
  if (shape !== 'form') return SINGLE;
  return questions.some(({ name }) => name === step) ? (step ?? null) : null;
}

function offsetOf(text: string, { line, column }: Diagnostic): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}
