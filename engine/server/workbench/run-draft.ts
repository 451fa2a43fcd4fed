/** Runs the commands for a draft: check, test, plan, apply, and those for versions that wait. */
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Diagnostic } from '../../config/diagnostics/diagnostic.ts';
import { readFiles, shownPath } from '../../config/read-files.ts';
import type { SourceFile } from '../../config/source/source.ts';
import type { DraftOutcomeModel, DraftPlanModel } from '../../contract/editing.ts';
import { type DraftFiles, textIn } from '../../editing/draft-files.ts';
import { nowhere, toFault } from '../../editing/part-faults.ts';
import type { Application } from '../kernel/application.ts';
import type { CommandResult, EditingDesk } from '../kernel/editing-desk.ts';
import type { Decider } from '../portals/wished-versions.ts';
import { filesOf, folderNameOf } from './draft-model.ts';

/** The same check, tests and plan as the commands. */
export function planDraft(desk: EditingDesk, draft: DraftFiles): Promise<DraftPlanModel> {
  return desk.withFolder(filesOf(desk, draft), async (run, folder) => {
    const show = shower(desk, folder);
    const nothing = { failures: '', plan: null, obstacles: [] };
    const checked = show(await run('check', folder, '--format', 'json'));
    const faults = readDiagnostics(checked).map((one) => toFault(one, nowhere));
    if (checked.code !== 0)
      return { isSound: false, faults, ...nothing, obstacles: linesOf(checked, faults.length) };
    const tested = show(await run('test', folder));
    if (tested.code !== 0 && tested.out !== '') {
      return { isSound: false, faults, ...nothing, failures: tested.out };
    }
    // 1 without output: there are no cases.
    if (tested.code > 1) return { isSound: false, faults, ...nothing, obstacles: linesOf(tested) };
    const planned = show(await run('plan', folder));
    return {
      isSound: planned.code === 0,
      faults,
      failures: '',
      plan: planned.out,
      obstacles: planned.code === 0 ? [] : linesOf(planned),
    };
  });
}

interface AddedPart {
  /** Those that the command changed or made; null: it refused. */
  readonly files: readonly SourceFile[] | null;
  /** What the command says. */
  readonly report: string;
}

/** Adds something as `munisipyo new` does. @param words its arguments, without the folder */
export function addPart(desk: EditingDesk, draft: DraftFiles, words: readonly string[]): Promise<AddedPart> {
  const written = filesOf(desk, draft);
  const isChanged = ({ name: file, text }: SourceFile): boolean => textIn(written, file) !== text;
  return desk.withFolder(written, async (run, folder) => {
    const { code, out, err } = shower(desk, folder)(await run('new', ...words, folder));
    if (code !== 0) return { files: null, report: `${out}${err}`.trim() };
    return { files: readFiles(folder).files.filter(isChanged), report: out };
  });
}

interface DraftOrder {
  readonly files: DraftFiles;
  readonly message: string;
  readonly author: Decider;
  /** The version that it was planned against: no other may have taken its place. */
  readonly onto: number;
}

/** Puts the draft in force, or lets it wait for a second person: as `munisipyo apply` does. */
export function orderDraft(
  application: Application,
  desk: EditingDesk,
  { files, message, author, onto }: DraftOrder,
): Promise<DraftOutcomeModel> {
  const words = [`--message=${message}`, `--author=${author.name}`, `--onto=${onto}`, '--format=json'];
  return desk.withFolder(
    filesOf(desk, files),
    async (run, folder) => outcomeOf(application, shower(desk, folder)(await run('apply', folder, ...words))),
    author.account,
  );
}

export function approveWaiting(
  application: Application,
  desk: EditingDesk,
  { name, approver }: { readonly name: string; readonly approver: Decider },
): Promise<DraftOutcomeModel> {
  const words = ['approve', name, `--author=${approver.name}`, '--format=json'];
  return alone(application, desk, words, approver.account);
}

export function withdrawWaiting(
  application: Application,
  desk: EditingDesk,
  name: string,
): Promise<DraftOutcomeModel> {
  return alone(application, desk, ['withdraw', name, '--format=json']);
}

/** A command that needs no folder. @param account who orders it */
function alone(
  application: Application,
  desk: EditingDesk,
  words: readonly string[],
  account: string | null = null,
): Promise<DraftOutcomeModel> {
  return desk.withFolder([], async (run) => outcomeOf(application, await run(...words)), account);
}

/** What the command says that became of it. What comes into force is served before the answer. */
async function outcomeOf(application: Application, result: CommandResult): Promise<DraftOutcomeModel> {
  const outcome = readOutcome(result);
  if (outcome.is === 'applied') await untilServed(application, Number(outcome.version));
  return outcome;
}

function readOutcome(result: CommandResult): DraftOutcomeModel {
  try {
    return JSON.parse(result.out) as DraftOutcomeModel;
  } catch {
    return { is: 'refused', version: null, reasons: linesOf(result) };
  }
}

/** Milliseconds that an answer waits for the version that it tells of. */
const longestSwitch = 20_000;

async function untilServed(application: Application, number: number): Promise<void> {
  for (const end = Date.now() + longestSwitch; Date.now() < end; await sleep(50)) {
    if (application.versionOf(application.portal()).number >= number) return;
  }
}

/** Names the configuration's folder in the place of the one with the draft. */
function shower(desk: EditingDesk, folder: string): (result: CommandResult) => CommandResult {
  const named = folderNameOf(desk);
  const shown = shownPath(folder, '');
  // What is left begins with the folder around it: a base beside it.
  const show = (text: string): string =>
    [shown, folder]
      .reduce((left, path) => left.replaceAll(path, named), text)
      .replaceAll(`${dirname(folder)}/`, '')
      .replaceAll(`${dirname(shown)}/`, '');
  return ({ code, out, err }) => ({ code, out: show(out), err: show(err) });
}

function readDiagnostics({ out }: CommandResult): readonly Diagnostic[] {
  try {
    return (JSON.parse(out) as { readonly diagnostics: readonly Diagnostic[] }).diagnostics;
  } catch {
    return [];
  }
}

/** What a command says to people; nothing if it is told otherwise. */
function linesOf({ err }: CommandResult, told = 0): string[] {
  return told > 0 ? [] : err.split('\n').filter((line) => line.trim() !== '');
}
