/** The answers of a record as titles and texts, and the link to the page where they can be changed. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { lazy } from 'react';
import { Link } from 'react-router-dom';
import type { WireAnsweredForm, WireRecord } from '../../../contract/record.ts';
import { formMessages } from '../../../locales/forms.ts';
import { recordMessages } from '../../../locales/records.ts';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import { useFormOf } from '../../data/hooks.ts';
import { assessmentOf } from '../../facts/assessment-parts.ts';
import { BasisHint } from '../../facts/basis-hint.tsx';
import { type Fact, type FactGroup, type FactTable, groupFacts } from '../../facts/facts.ts';
import { nameOfRecord } from '../../facts/words.ts';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { Placeholder } from '../../page/feedback.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import { useChangePageOf, useFormPage } from '../links/pages.ts';
import styles from '../records.module.css';

const Sketch = lazy(async () => ({ default: (await import('../../map/sketch.tsx')).Sketch }));

/** Undefined while the form loads; [] without answers. */
export function useFactGroups(record: WireRecord): readonly FactGroup[] | undefined {
  const slice = useSlice();
  const { data: form, error } = useFormOf(record.form);
  if (record.form === null || error !== undefined) return [];
  if (form === undefined) return undefined;
  // An assessment has its own view, separate from the answers of a form.
  const assessed = assessmentOf(record.data) === null ? {} : { assessment: undefined };
  return groupFacts(form, { ...record.shown, ...record.data, ...assessed }, slice, record.labels);
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
  return groups === undefined ? <Placeholder /> : <FactGroups groups={groups} />;
}

interface FactGroupsProps {
  readonly groups: readonly { readonly title: string | null; readonly facts: readonly Fact[] }[];
}

function FactGroups({ groups }: FactGroupsProps) {
  return groups.map((group) => (
    <section key={group.title} className={styles.group}>
      {group.title !== null && <h2 className={styles.factsTitle}>{group.title}</h2>}
      <dl>
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
        {fact.location !== null && (
          <LazyPart>
            <Sketch {...fact.location} />
          </LazyPart>
        )}
        <BasisHint of={fact.basis} />
      </dd>
    </div>
  );
}

export function StepAnswers({ record }: { readonly record: WireRecord }) {
  return record.answered.map((step) => <Answered key={step.name} step={step} record={record} />);
}

interface AnsweredProps {
  readonly step: WireAnsweredForm;
  readonly record: WireRecord;
}

function Answered({ step, record }: AnsweredProps) {
  const slice = useSlice();
  const answers = record.data[step.name];
  const { data: form } = useFormOf(step.form);
  if (form === undefined || typeof answers !== 'object' || answers === null) return null;
  // A single answer is a reason, and the history already shows it.
  if (Object.keys(propertiesOf(form.schema)).length < 2) return null;
  const said = Object.entries(answers);
  const labels = said.map(([name]) => [name, record.labels[`${step.name}.${name}`] ?? {}] as const);
  const groups = groupFacts(form, Object.fromEntries(said), slice, Object.fromEntries(labels));
  return <FactGroups groups={groups} />;
}

export function VerifiedNote({ record }: { readonly record: Pick<WireRecord, 'verified'> }) {
  if (record.verified.length === 0) return null;
  return <p>{text(formMessages.verifiedAnswersStay)}</p>;
}

function FactRows({ table, label }: { readonly table: FactTable; readonly label: string }) {
  const { titles, rows } = table;
  return (
    <table className={styles.rows} aria-label={label}>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={titles[column]} data-title={column === 0 ? undefined : titles[column]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ChangeAnswers({ record }: { readonly record: WireRecord }) {
  const route = useFormPage()(record.type);
  const page = useChangePageOf()(record);
  const to = page ?? (route === null ? null : `${route.path}?record=${encodeURIComponent(record.slug)}`);
  if (!record.editable || to === null) return null;
  return (
    <p className={styles.way}>
      <Button component={Link} variant="default" to={to}>
        {text(recordMessages.changeAnswers)}
      </Button>
    </p>
  );
}
