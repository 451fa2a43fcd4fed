/** Puts what the check finds beside the questions that it concerns. */
import type { Diagnostic } from '../config/diagnostics/diagnostic.ts';
import type { FaultModel } from '../contract/editing.ts';
import { pathInWhole } from './layered-file.ts';
import { documentOf, partAt } from './part-document.ts';
import { type PartForm, SINGLE } from './part-form.ts';
import type { AnswerFaults } from './part-answers.ts';
import type { OpenedPart } from './opened-part.ts';

interface FoundFaults {
  /** Of the whole file with the answers. */
  readonly text: string;
  /** What is written of it: what differs from the base. The diagnostics are about it. */
  readonly written: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly answers: AnswerFaults;
}

/** Errors of all files; warnings only of this one, as others have their own pages. */
export function faultsOfPart(
  { file, path, form }: Pick<OpenedPart, 'file' | 'path' | 'form'>,
  { text, written, diagnostics, answers }: FoundFaults,
): FaultModel[] {
  const document = documentOf({ name: `${file.name} as written`, text: written });
  const whole = documentOf({ name: `${file.name} with answers`, text });
  const questionAt = (one: Diagnostic): string | null => {
    if (one.file !== file.path) return null;
    const place = partAt(document, offsetOf(written, one));
    const inWhole =
      written === text ? place : pathInWhole(place, { name: file.name, written: document, whole });
    const found = inWhole.map(String);
    const isHere = path.every((step, index) => String(step) === found[index]);
    return isHere ? questionOf(form, found[path.length]) : null;
  };
  return [
    ...Object.entries(answers).map(([field, message]): FaultModel => ({
      field,
      place: file.path,
      message,
      isError: true,
    })),
    ...diagnostics
      .filter((one) => one.severity === 'error' || one.file === file.path)
      .map((one) => toFault(one, questionAt(one))),
  ];
}

/** @param field null: the place says where it is */
export function toFault(one: Diagnostic, field: string | null): FaultModel {
  return {
    field,
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
