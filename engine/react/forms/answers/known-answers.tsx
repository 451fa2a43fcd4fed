/** What a form need not ask, because a record above says it: read before the questions of the step. */
import { useId } from 'react';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { WireForm } from '../../../portal/wire/slice.ts';
import { useSlice } from '../../portal-context.ts';
import { groupFacts } from '../../facts/facts.ts';
import { text } from '../../text.ts';
import { AnswerList } from './answer-list.tsx';
import styles from '../record-form.module.css';
import { formMessages } from '../../../locales/forms.ts';

interface KnownAnswersProps {
  readonly form: WireForm;
  /** Questions of the step. */
  readonly names: readonly string[];
  /** Values of other records, by question. */
  readonly shown: Answers;
}

export function KnownAnswers({ form, names, shown }: KnownAnswersProps) {
  const known = names.filter((name) => Object.hasOwn(form.from, name) && shown[name] != null);
  return known.length === 0 ? null : <Known form={form} names={known} shown={shown} />;
}

function Known({ form, names, shown }: KnownAnswersProps) {
  const slice = useSlice();
  const id = useId();
  const values = Object.fromEntries(names.map((name) => [name, shown[name]]));
  const facts = groupFacts(form, values, slice).flatMap((group) => group.facts);
  if (facts.length === 0) return null;
  // Below the heading of a step, where there are steps.
  const Heading = form.steps.length > 1 ? 'h3' : 'h2';
  return (
    <section className={styles.shown} aria-labelledby={id}>
      <Heading id={id}>{text(formMessages.knownAnswers)}</Heading>
      <p className={styles.count}>{text(formMessages.knownAnswersHint)}</p>
      <AnswerList facts={facts} />
    </section>
  );
}
