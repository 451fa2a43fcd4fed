/** The input of every check: the linked portal, and the files with the places of their parts. */
import type { Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { FieldMark } from '../../diagnostics/catalogue/document.ts';
import type { DetailsOf, DiagnosticCode } from '../../diagnostics/catalogue.ts';
import { createDiagnostic, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FileKind, ParsedFile, SourceSpan } from '../../source/source.ts';
import { pointerTo } from '../../../portal/values/pointer.ts';
import { baseName, kindId } from '../../link/input/files.ts';

export interface CheckContext {
  readonly portal: Portal;
  readonly files: readonly ParsedFile[];
}

/** A check returns all its findings. */
export type Check = (context: CheckContext) => Diagnostic[];

/** The place of a part of a file of this kind, such as the requirement kind `set/kind`; an empty place if the file does not exist. */
export function spanIn(
  { files }: CheckContext,
  { kind, name }: { readonly kind: FileKind; readonly name: string },
  ...keys: readonly (string | number)[]
): SourceSpan {
  const nameOf = kind === 'requirement-kind' ? kindId : baseName;
  const file = files.find((one) => one.kind === kind && nameOf(one) === name);
  return file?.positions(pointerTo(...keys), 'key') ?? { file: name, line: 1, column: 1, length: 0 };
}

/** The rule of a field that decides who reads it; null: it has none. */
export function readMark(
  context: CheckContext,
  { type, fields }: RecordType,
  field: string,
): FieldMark | null {
  if (!Object.hasOwn(fields, field) || fields[field]?.read === undefined) return null;
  const place = spanIn(context, { kind: 'record', name: type }, 'fields', field, 'read');
  return { rule: 'read', field, type, place };
}

/** Collects the findings of one check, one for each code and place. */
export class DiagnosticSet {
  readonly #found = new Map<string, Diagnostic>();

  add<C extends DiagnosticCode>(code: C, place: Place, details: DetailsOf<C>): void {
    const key = [code, place.file, place.line, place.column].join('\n');
    if (!this.#found.has(key)) this.#found.set(key, createDiagnostic(code, place, details));
  }

  all(): Diagnostic[] {
    return [...this.#found.values()];
  }
}
