/** Tells in plain words what has become different in a form while somebody fills it in. */
import { draftMessages } from '../../locales/drafts.ts';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import { text } from '../language/text.ts';
import { show } from '../language/tell.ts';
import { usePortalState } from '../session/portal-context.ts';
import { type FormChanges, formChanges } from './form-changes.ts';
import styles from '../page/page.module.css';

interface FormNoticeProps {
  /** The form with which the person began. */
  readonly before: WireForm;
  readonly form: WireForm;
  readonly data: Answers;
}

export function FormNotice({ before, form, data }: FormNoticeProps) {
  // The answers alone may give a draft another form, too.
  const isOther = usePortalState(({ slice, reported }) => reported !== null && reported !== slice.hash);
  const changes = isOther && before.hash !== form.hash ? formChanges(before, form, data) : null;
  if (changes === null) return null;
  return (
    <output className={styles.note} data-above>
      {text(draftMessages.formChanged)}
      <ul>
        {linesOf(changes).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </output>
  );
}

function linesOf({ added, required, renamed, gone }: FormChanges): string[] {
  return [
    ...(added.length === 0 ? [] : [text(draftMessages.questionsAdded, { questions: show(added) })]),
    ...(required.length === 0 ? [] : [text(draftMessages.questionsRequired, { questions: show(required) })]),
    ...renamed.map((one) => text(draftMessages.questionRenamed, one)),
    ...gone.map(({ question, answer }) =>
      answer === null
        ? text(draftMessages.questionGone, { question })
        : text(draftMessages.questionGoneAnswer, { question, answer }),
    ),
  ];
}
