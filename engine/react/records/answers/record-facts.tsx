/** The answers of a record, grouped as its form groups them; what was not answered is left out. */
import { useFormOf } from '../../api/hooks.ts';
import { Waiting } from '../../page/waiting.tsx';
import type { WireRecord } from '../../../portal/wire/wire.ts';
import { useSlice } from '../../portal-context.ts';
import { assessmentOf } from '../../facts/assessment-parts.ts';
import { BasisHint } from '../../facts/basis-hint.tsx';
import { FactRows } from '../../facts/fact-rows.tsx';
import { groupFacts, type Fact, type FactGroup } from '../../facts/facts.ts';
import styles from './record-facts.module.css';
import { nameOfRecord } from '../../facts/words.ts';

/** Undefined while the form is on its way; [] where nothing was answered. */
export function useFactGroups(record: WireRecord): readonly FactGroup[] | undefined {
  const slice = useSlice();
  const { data: form, error } = useFormOf(record.form);
  if (record.form === null || error !== undefined) return [];
  if (form === undefined) return undefined;
  // An assessment is shown as one, not as the answers of a form.
  const assessed = assessmentOf(record.data) === null ? {} : { assessment: undefined };
  return groupFacts(form, { ...record.shown, ...record.data, ...assessed }, slice);
}

interface RecordFactsProps {
  readonly record: WireRecord;
  /** Questions whose answers stand somewhere else on the page. */
  readonly except?: readonly string[] | undefined;
  /** Heads what a form without parts asks; null: the page has said it. */
  readonly heading?: string | null;
}

export function RecordFacts({ record, except = [], heading = null }: RecordFactsProps) {
  const name = nameOfRecord(useSlice(), record);
  const groups = useFactGroups(record)
    ?.map(({ title, facts }) => ({
      // A form without parts is called like the record, and so is the page.
      title: title === name ? heading : title,
      facts: facts.filter((fact) => !except.includes(fact.name)),
    }))
    .filter(({ facts }) => facts.length > 0);
  return groups === undefined ? <Waiting /> : <FactGroups groups={groups} />;
}

interface FactGroupsProps {
  readonly groups: readonly { readonly title: string | null; readonly facts: readonly Fact[] }[];
}

export function FactGroups({ groups }: FactGroupsProps) {
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
