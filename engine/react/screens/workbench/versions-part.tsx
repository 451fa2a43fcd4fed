/** The configurations that were in force: when, by whom, why, which files, and what was planned. */
import { useState } from 'react';
import type { VersionModel } from '../../../contract/workbench.ts';
import { workbenchMessages } from '../../../locales/workbench.ts';
import { useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import { sayMoment } from '../../page/dates.ts';
import { Fallback } from '../../page/feedback.tsx';
import { useSlice } from '../../session/portal-context.ts';
import { Frame, Lines } from './pieces.tsx';
import styles from './workbench.module.css';

export function VersionsPart() {
  const { data, error, mutate } = useRead('GET /workbench/versions', {});
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  if (data.items.length === 0) return <p>{text(workbenchMessages.noVersions)}</p>;
  return data.items.map((version) => <Version key={version.number} version={version} />);
}

function Version({ version: { number, at, applied, files, prunedAt } }: { readonly version: VersionModel }) {
  const { timeZone } = useSlice();
  const named =
    files === null ? [] : [...sign('+', files.added), ...sign('~', files.changed), ...sign('-', files.lost)];
  return (
    <section className={styles.block}>
      <h2>{text(workbenchMessages.version, { number: String(number) })}</h2>
      <Lines
        lines={[
          sayMoment(at, timeZone),
          applied === null
            ? text(workbenchMessages.versionFollowed)
            : `${applied.author}: ${applied.message}`,
          applied?.approver == null ? null : text(workbenchMessages.approvedBy, { name: applied.approver }),
          applied?.again == null
            ? null
            : text(workbenchMessages.rolledBack, { number: String(applied.again) }),
          files === null ? text(workbenchMessages.filesUnknown) : null,
          files !== null && named.length === 0 ? text(workbenchMessages.filesLikeBefore) : null,
          prunedAt === null
            ? null
            : text(workbenchMessages.filesPruned, { date: sayMoment(prunedAt, timeZone) }),
        ]}
      />
      {named.length > 0 && (
        <details className={styles.details}>
          <summary>{text(workbenchMessages.filesChanged, { count: named.length })}</summary>
          <Lines lines={named} />
        </details>
      )}
      {applied !== null && <Plan number={number} />}
    </section>
  );
}

function sign(mark: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${mark} ${name}`);
}

/** It is read once somebody opens it. */
function Plan({ number }: { readonly number: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{text(workbenchMessages.plan)}</summary>
      {isOpen && <PlanText number={String(number)} />}
    </details>
  );
}

function PlanText({ number }: { readonly number: string }) {
  const { data, error, mutate } = useRead('GET /workbench/versions/:number/plan', { params: { number } });
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  return (
    <Frame label={text(workbenchMessages.planOf, { number })}>
      <pre className={styles.plan}>{data.text}</pre>
    </Frame>
  );
}
