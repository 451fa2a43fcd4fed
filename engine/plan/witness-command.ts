/** Writes the case that shows a changed right as a command line of `munisipyo explain`. */
import { addressOf } from '../portal/routing/visitors.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { RightChange } from './right-change.ts';

/**
 * @param after the later configuration, on which the command runs
 * @returns null if there is no case, or it names something that this configuration does not have
 */
export function witnessCommand(after: Portal, change: RightChange): string | null {
  const { witness, department, what, name } = change;
  if (witness === null || (department !== null && !Object.hasOwn(after.departments, department))) return null;
  const flags = Object.entries(witness.flags).map(([flag, value]) => (value === true ? flag : `!${flag}`));
  const who = [
    ...(department === null ? [] : ['--as', department]),
    ...(flags.length === 0 ? [] : ['--can', flags.join(',')]),
  ];
  if (what === 'page') {
    const route = after.routes.find((one) => one.name === name);
    return route === undefined ? null : said([addressOf(route, department ?? ''), ...who]);
  }
  const [type = '', step] = name.split('.', 2);
  const workflow = after.workflows[type];
  const isKnown =
    Object.hasOwn(after.recordTypes, type) &&
    (step === undefined || Object.hasOwn(workflow?.transitions ?? {}, step)) &&
    (witness.state === null || Object.hasOwn(workflow?.states ?? {}, witness.state));
  if (!isKnown) return null;
  return said([
    'type',
    type,
    step ?? what,
    ...who,
    ...(witness.state === null ? [] : ['--state', witness.state]),
    ...witness.holds.flatMap((test) => ['--given', test]),
    ...witness.fails.flatMap((test) => ['--not', test]),
  ]);
}

function said(words: readonly string[]): string {
  return ['npx munisipyo explain', ...words.map(quoted)].join(' ');
}

/** As a shell reads it. */
function quoted(word: string): string {
  return /^[\w./:@,=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
