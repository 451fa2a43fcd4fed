/** What a step lacks, with links to where each error is mended on the page. */
import { useEffect, useRef } from 'react';
import type { WireRecord } from '../../../contract/record.ts';
import { problemMessages } from '../../../locales/problems.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import type { FieldTexts } from '../../api/problem.ts';
import { useFormOf } from '../../data/hooks.ts';
import { titlesOf } from '../../facts/facts.ts';
import { focusQuestion } from '../../forms/errors/use-form-errors.ts';
import { text } from '../../language/text.ts';
import { Jump } from '../../page/buttons.tsx';
import styles from './actions.module.css';

interface FieldErrorsProps {
  readonly errors: FieldTexts;
  /** Rows of a list have no form. */
  readonly record: Pick<WireRecord, 'editable'> & Partial<Pick<WireRecord, 'form'>>;
  /** They answer a press of a button. */
  readonly takesFocus: boolean;
  /** Goes to the place of an error; null: it is not on this page. */
  readonly goTo: ((jump: () => void) => void) | null;
}

export function FieldErrors({ errors, record, takesFocus, goTo }: FieldErrorsProps) {
  const { data: form } = useFormOf(record.form ?? null);
  const box = useRef<HTMLDivElement>(null);
  // On a phone the buttons stay in view, and the errors may not be.
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} className={styles.problem} role="alert" tabIndex={-1}>
      <ul>
        {linesOf(errors, record, form).map(({ said, jump }) => (
          <li key={said}>
            {jump === null || goTo === null ? said : <Jump onClick={() => goTo(jump)}>{said}</Jump>}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ProblemLine {
  readonly said: string;
  /** Null: the error has no place on the page. */
  readonly jump: (() => void) | null;
}

const items = 'items.';

/** The path of an error about an item of the checklist. */
export function itemPath(id: string): string {
  return `${items}${id}`;
}

function linesOf(
  errors: Readonly<Record<string, readonly string[]>>,
  record: Pick<WireRecord, 'editable'>,
  form: WireForm | undefined,
): readonly ProblemLine[] {
  const titles = form === undefined ? new Map<string, string>() : titlesOf(form);
  return Object.entries(errors).flatMap(([path, messages]) => {
    const title = titles.get(path.split('.', 1)[0] ?? path);
    const jump = path.startsWith(items)
      ? () => jumpToItem(path.slice(items.length))
      : title !== undefined && record.editable
        ? () => void focusQuestion(path)
        : null;
    return messages.map((message) => ({
      said: title === undefined ? message : text(problemMessages.ofQuestion, { title, message }),
      jump,
    }));
  });
}

export function jumpToItem(id: string): void {
  const item = document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
  const split = item?.closest('[data-split]') ?? null;
  // The paper and the decision beside it fill the window.
  split?.scrollIntoView({ block: 'start' });
  item?.scrollIntoView({ block: split === null ? 'start' : 'nearest' });
  item?.focus({ preventScroll: true });
}
