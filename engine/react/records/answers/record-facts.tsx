/** The answers of a record, by the steps of its form. */
import { formMessages } from '../../../locales/forms.ts';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import type { WireAnsweredForm, WireRecord } from '../../../contract/record.ts';
import { useFormOf } from '../../api/hooks.ts';
import { assessmentOf } from '../../facts/assessment-parts.ts';
import { BasisHint } from '../../facts/basis-hint.tsx';
import { FactRows } from '../../facts/fact-rows.tsx';
import { type Fact, type FactGroup, groupFacts } from '../../facts/facts.ts';
import { nameOfRecord } from '../../facts/words.ts';
import { Waiting } from '../../page/waiting.tsx';
import { useSlice } from '../../portal-context.ts';
import { text } from '../../text.ts';
import styles from './record-facts.module.css';

/** Undefined while the form loads; [] without answers. */
export function useFactGroups(record: WireRecord): readonly FactGroup[] | undefined {
  const slice = useSlice();
  const { data: form, error } = useFormOf(record.form);
  if (record.form === null || error !== undefined) return [];
  if (form === undefined) return undefined;
  // An assessment has its own view, separate from the answers of a form.
  const assessed = assessmentOf(record.data) === null ? {} : { assessment: undefined };
  return groupFacts(form, { ...record.shown, ...record.data, ...assessed }, slice);
}

interface RecordFactsProps {
  readonly record: WireRecord;
  /** Questions whose answers are elsewhere on the page. */
  readonly except?: readonly string[] | undefined;
  /** Heading of a form without steps; null: the page already has it. */
  readonly heading?: string | null;
}

export function RecordFacts({ record, except = [], heading = null }: RecordFactsProps) {
  const name = nameOfRecord(useSlice(), record);
  const groups = useFactGroups(record)
    ?.map(({ title, facts }) => ({
      // A form without steps has the name of the record, as the page has.
      title: title === name ? heading : title,
      facts: facts.filter((fact) => !except.includes(fact.name)),
    }))
    .filter(({ facts }) => facts.length > 0);
  return groups === undefined ? <Waiting /> : <FactGroups groups={groups} />;
}

interface FactGroupsProps {
  readonly groups: readonly { readonly title: string | null; readonly facts: readonly Fact[] }[];
}

function FactGroups({ groups }: FactGroupsProps) {
  return groups.map((group) => (
    <section key={group.title} className={styles.group}>
      {group.title !== null && <h2 className={styles.title}>{group.title}</h2>}
      <dl className={styles.facts}>
        {group.facts.map((fact) => (
          <Row key={fact.name} fact={fact} />
        ))}
      </dl>
    </section>
  ));
}

function Row({ fact }: { readonly fact: Fact }) {
  const isTable = fact.table !== null && fact.table.titles.length > 2;
  return (
    <div className={styles.fact} data-wide={isTable || undefined}>
      <dt>{fact.title}</dt>
      <dd>
        {isTable && fact.table !== null ? <FactRows table={fact.table} label={fact.title} /> : fact.text}
        <BasisHint of={fact.basis} />
      </dd>
    </div>
  );
}

export function StepAnswers({ record }: { readonly record: WireRecord }) {
  return record.answered.map((step) => (
    <Answered key={step.name} step={step} answers={record.data[step.name]} />
  ));
}

interface AnsweredProps {
  readonly step: WireAnsweredForm;
  readonly answers: unknown;
}

function Answered({ step, answers }: AnsweredProps) {
  const slice = useSlice();
  const { data: form } = useFormOf(step.form);
  if (form === undefined || typeof answers !== 'object' || answers === null) return null;
  // A single answer is a reason, and the history already shows it.
  if (Object.keys(propertiesOf(form.schema)).length < 2) return null;
  return <FactGroups groups={groupFacts(form, Object.fromEntries(Object.entries(answers)), slice)} />;
}

export function VerifiedNote({ record }: { readonly record: Pick<WireRecord, 'verified'> }) {
  if (record.verified.length === 0) return null;
  return <p>{text(formMessages.verifiedAnswersStay)}</p>;
}
