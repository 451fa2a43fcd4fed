/** The four answers at a glance: offices, papers, costs and time. */
import type { WireNeeds } from '../../../contract/start-pages.ts';
import { startMessages } from '../../../locales/start.ts';
import { wordingOf } from '../../facts/assessment-parts.ts';
import { text } from '../../language/text.ts';
import { useSlice } from '../../session/portal-context.ts';
import { sayLimit } from './lengths.ts';
import { isToBring } from './needed-papers.tsx';
import styles from './start.module.css';

export function Summary({ needs: { offices, papers, fees, times } }: { readonly needs: WireNeeds }) {
  const slice = useSlice();
  const sureOffices = new Set(
    offices.flatMap(({ office, title, isSure }) => (isSure ? [office ?? title] : [])),
  );
  const otherOffices = new Set(
    offices.map(({ office, title }) => office ?? title).filter((office) => !sureOffices.has(office)),
  );
  const brought = papers.filter(isToBring);
  const sure = brought.filter(({ need }) => need === 'sure').length;
  const maybe = brought.filter(({ need }) => need === 'maybe').length;
  const open = fees.reduce((count, one) => count + one.open.length, 0);
  const [fee, ...others] = fees;
  const { money } = wordingOf(slice, fee?.currency);
  return (
    <dl className={styles.summary} aria-live="polite">
      {offices.length > 0 && (
        <Fact title={text(startMessages.offices)} more={sayMore(otherOffices.size)}>
          {text(startMessages.officeCount, { count: sureOffices.size })}
        </Fact>
      )}
      <Fact title={text(startMessages.papers)} more={sayMore(maybe)}>
        {text(startMessages.paperCount, { count: sure })}
      </Fact>
      {fee !== undefined && others.length === 0 && (
        <Fact title={text(startMessages.cost)} more={sayMore(open)}>
          {open > 0 ? text(startMessages.amountAtLeast, { amount: money(fee.total) }) : money(fee.total)}
        </Fact>
      )}
      {times.map((time) => (
        <Fact key={time.title} title={times.length === 1 ? text(startMessages.time) : time.title} more={null}>
          {sayLimit(time)}
        </Fact>
      ))}
    </dl>
  );
}

function sayMore(count: number): string | null {
  return count === 0 ? null : text(startMessages.plusMaybe);
}

interface NeedProps {
  readonly title: string;
  readonly more: string | null;
  readonly children: string;
}

function Fact({ title, more, children }: NeedProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <strong>{children}</strong>
        {more !== null && <span className={styles.quiet}>{more}</span>}
      </dd>
    </div>
  );
}
