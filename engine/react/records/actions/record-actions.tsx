/** The buttons for the steps that the visitor may take, and why a step failed. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WireAction, WireRecord } from '../../../contract/record.ts';
import { stepParameter } from '../../../portal/routing/links.ts';
import { recordMessages } from '../../../locales/records.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import type { FieldTexts, Problem } from '../../api/problem.ts';
import { useKeptSteps } from '../../outbox/kept-writes.tsx';
import { ProblemAlert } from '../../page/feedback.tsx';
import { usePageActions } from '../../page/page-actions.ts';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { onUse } from '../../loading/on-use.tsx';
import { useIsNarrow } from '../../page/use-narrow.ts';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { text } from '../../language/text.ts';
import { isDone, isGivenUp, nextAction } from '../status/record-holder.ts';
import styles from './actions.module.css';
import { FieldErrors, itemPath } from './field-errors.tsx';
import type { StepMenuProps } from './step-menu.tsx';
import { ActionDialog } from './steps-on-use.tsx';
import { type Came, useRecordWrite } from './use-record-write.ts';

const StepMenu = onUse(async () => (await import('./step-menu.tsx')).StepMenu);

interface RecordActionsProps {
  readonly record: WireRecord;
  readonly onChange: (record: WireRecord, came: Came) => void;
  /** Saves the typed answers first; null if that failed. */
  readonly prepare?: () => Promise<WireRecord | null>;
  /** Shows errors of answers where the page asks for them, and returns the others. */
  readonly refuse?: (errors: FieldTexts) => FieldTexts;
}

export function RecordActions({ record, onChange, prepare, refuse }: RecordActionsProps) {
  const slice = useSlice();
  const { slug: me } = useSession();
  const isOwn = record.owner !== null && record.owner === me;
  const write = useRecordWrite(record, onChange, prepare);
  const problem = <ActionProblem problem={write.problem} record={record} />;
  const [asked, setAsked] = useState<WireAction | null>(null);
  useStepOfAddress(record, setAsked);
  const choose = async (action: WireAction) => {
    write.clear();
    const isAsked = needsDialog(slice, record, action) || (!isOwn && handsOver(slice, record, action));
    if (!isAsked) await write.take(action.name, {}, refuse);
    // Errors on the page come first, so that nobody fills in a dialog in vain.
    else if (await write.ready()) setAsked(action);
  };
  const kept = useKeptSteps(record);
  const ordered = inOrder(slice, record).filter(({ name }) => !kept.has(name));
  usePageActions(
    ordered.map((action) => ({ name: action.name, title: action.title, run: () => void choose(action) })),
  );
  if (ordered.length === 0 && asked === null) return problem;
  return (
    <div>
      {asked === null && problem}
      <ActionButtons
        actions={ordered}
        isQuiet={(action) => isWayOut(slice, record, action)}
        lookOf={(action) => lookOfAction(slice, record, action)}
        isBusy={write.isBusy && asked === null}
        onChoose={(action) => void choose(action)}
      />
      {asked !== null && (
        <LazyPart isAbove>
          <ActionDialog record={record} action={asked} write={write} onClose={() => setAsked(null)} />
        </LazyPart>
      )}
    </div>
  );
}

/** Opens the step that the address names, and asks before it takes it. A reload asks again only if it is possible. */
function useStepOfAddress({ actions }: WireRecord, open: (action: WireAction) => void): void {
  const [search, setSearch] = useSearchParams();
  const name = search.get(stepParameter);
  useEffect(() => {
    if (name === null) return;
    const action = actions.find((one) => one.name === name);
    if (action !== undefined) open(action);
    const rest = new URLSearchParams(search);
    rest.delete(stepParameter);
    setSearch(rest, { replace: true, preventScrollReset: true });
  }, [name, actions, open, search, setSearch]);
}

/** Order: forward, then other successful ends, then back, then out. */
const weight = { info: 1, good: 2, neutral: 3, warning: 3, bad: 4 } as const;

function inOrder(slice: PortalSlice, record: WireRecord): readonly WireAction[] {
  const main = mainOf(slice, record);
  const weightOf = (action: WireAction) => (action === main ? 0 : weight[toneOf(slice, record, action)]);
  return record.actions.toSorted((a, b) => weightOf(a) - weightOf(b));
}

/**
 * The usual next action. Without a known path to a good end: one that leads forward. None if all are final, and none for
 * a visitor who may do something although it is the turn of others.
 */
function mainOf(slice: PortalSlice, record: WireRecord): WireAction | undefined {
  if (isDone(slice, record) || isTurnOfOthers(record)) return undefined;
  if (record.next.length > 0) return nextAction(record);
  return record.actions.find((action) => isForward(toneOf(slice, record, action)));
}

function isTurnOfOthers({ waits_for: waiting }: WireRecord): boolean {
  return waiting !== null && waiting.who !== 'you' && waiting.who !== 'parts';
}

function lookOfAction(slice: PortalSlice, record: WireRecord, action: WireAction) {
  if (action === mainOf(slice, record)) return {};
  if (toneOf(slice, record, action) === 'bad')
    return { variant: 'outline', color: 'red', 'data-danger': true };
  return { variant: 'default', ...(isEnd(slice, record, action) && { 'data-danger': true }) };
}

function needsDialog(slice: PortalSlice, record: WireRecord, action: WireAction): boolean {
  const asks =
    action.input !== null || action.pick !== null || action.books !== null || action.signs.length > 0;
  return asks || isEnd(slice, record, action);
}

/** Afterwards the record waits for somebody else, and no step of this visitor takes it back. */
function handsOver(slice: PortalSlice, record: WireRecord, action: WireAction): boolean {
  const after = stateOf(slice, record, action);
  const now = slice.recordTypes[record.type]?.states[record.state];
  return after !== undefined && after.waitsFor !== now?.waitsFor;
}

function isEnd(slice: PortalSlice, record: WireRecord, action: WireAction): boolean {
  // An extension of a deadline leads nowhere.
  if (action.to === '') return false;
  return stateOf(slice, record, action)?.isFinal ?? true;
}

/** It ends the record without success, so it is in the menu, where nobody takes it by mistake. */
function isWayOut(slice: PortalSlice, record: WireRecord, action: WireAction): boolean {
  return toneOf(slice, record, action) === 'bad' || isGivenUp(slice, record, action);
}

function isForward(tone: keyof typeof weight): boolean {
  return tone === 'good' || tone === 'info';
}

function toneOf(slice: PortalSlice, record: WireRecord, action: WireAction): keyof typeof weight {
  return stateOf(slice, record, action)?.tone ?? 'neutral';
}

function stateOf(slice: PortalSlice, record: WireRecord, action: WireAction) {
  return action.to === undefined ? undefined : slice.recordTypes[record.type]?.states[action.to];
}

/** Always in the menu are the quiet ones. */
interface ActionButtonsProps extends StepMenuProps {
  readonly lookOf: (action: WireAction) => object;
}

/** As many as fit in one row. */
const beside = { phone: { alone: 2, withMenu: 1 }, desk: { alone: 4, withMenu: 3 } };

function ActionButtons({ actions, isQuiet, lookOf, isBusy, onChoose }: ActionButtonsProps) {
  const loud = actions.filter((action) => !isQuiet(action));
  const room = useIsNarrow() ? beside.phone : beside.desk;
  const hasMenu = loud.length < actions.length || loud.length > room.alone;
  const shown = loud.slice(0, hasMenu ? room.withMenu : room.alone);
  return (
    <div className={styles.buttons} data-step-buttons>
      {shown.map((action) => (
        <Button key={action.name} {...lookOf(action)} loading={isBusy} onClick={() => onChoose(action)}>
          {action.title}
        </Button>
      ))}
      {hasMenu && (
        <LazyPart
          waiting={
            <Button variant="default" data-more disabled>
              {text(recordMessages.otherSteps)}
            </Button>
          }
        >
          <StepMenu
            actions={actions.filter((action) => !shown.includes(action))}
            isQuiet={isQuiet}
            isBusy={isBusy}
            onChoose={onChoose}
          />
        </LazyPart>
      )}
    </div>
  );
}

interface ActionProblemProps {
  readonly problem: Problem | null;
  readonly record: WireRecord;
}

function ActionProblem({ problem, record }: ActionProblemProps) {
  // The record as it was when the step failed: what is mended since is no error any more.
  const [failed, setFailed] = useState({ problem, record, attempt: 0 });
  if (failed.problem !== problem) setFailed({ problem, record, attempt: failed.attempt + 1 });
  if (problem?.kind !== 'fields') return <ProblemAlert problem={problem} />;
  const open = Object.entries(problem.errors).filter(([path]) => !isChanged(path, failed.record, record));
  if (open.length === 0) return null;
  return (
    <FieldErrors
      key={failed.attempt}
      errors={Object.fromEntries(open)}
      record={record}
      takesFocus
      goTo={(jump) => jump()}
    />
  );
}

/** Something was done about the item since. */
function isChanged(path: string, before: WireRecord, now: WireRecord): boolean {
  const [was, is] = [before, now].map((one) => one.items.find(({ id }) => path === itemPath(id)));
  return was?.state !== is?.state || was?.files.length !== is?.files.length;
}
