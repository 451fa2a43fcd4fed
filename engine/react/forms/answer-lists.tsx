/** The answers of a form to check before sending, and answers that are already known. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useId } from 'react';
import { formMessages } from '../../locales/forms.ts';
import { type Answers, countedAnswers } from '../../portal/forms/form-conditions.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import { useReferenceLabels } from '../data/hooks.ts';
import { type Fact, groupFacts } from '../facts/facts.ts';
import { useSlice } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import type { ListedError } from './errors/errors.ts';
import { OpenAnswers } from './sections/open-answers.tsx';
import styles from './forms.module.css';

function AnswerList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.answers}>
      {facts.map((fact) => (
        <div key={fact.name} className={styles.answer}>
          <dt>{fact.title}</dt>
          <dd>{fact.text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface CheckAnswersProps {
  readonly form: WireForm;
  readonly answers: Answers;
  /** What is missing or wrong. */
  readonly errors: readonly ListedError[];
  readonly onOpen: (step: number) => void;
  readonly onOpenError: (error: ListedError) => void;
}

export function CheckAnswers({ form, answers, errors, onOpen, onOpenError }: CheckAnswersProps) {
  const counted = countedAnswers(form, answers);
  const groups = groupFacts(form, counted, useSlice(), useReferenceLabels(form, counted));
  return form.steps.map((step, index) => {
    const facts = groups.find(({ id }) => id === step.id)?.facts ?? [];
    return (
      <section key={step.id} className={styles.part}>
        <div className={styles.partHead}>
          <h3>{step.title}</h3>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={text(formMessages.changeStep, { step: step.title })}
            onClick={() => onOpen(index)}
          >
            {text(formMessages.change)}
          </Button>
        </div>
        <OpenAnswers errors={errors.filter(({ step: place }) => place === index)} onOpen={onOpenError} />
        {facts.length === 0 && <p className={styles.count}>{text(formMessages.nothingAnswered)}</p>}
        <AnswerList facts={facts} />
      </section>
    );
  });
}

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
  // Below the heading of a step, if there are steps.
  const Heading = form.steps.length > 1 ? 'h3' : 'h2';
  return (
    <section className={styles.shown} aria-labelledby={id}>
      <Heading id={id}>{text(formMessages.knownAnswers)}</Heading>
      <p className={styles.count}>{text(formMessages.knownAnswersHint)}</p>
      <AnswerList facts={facts} />
    </section>
  );
}
