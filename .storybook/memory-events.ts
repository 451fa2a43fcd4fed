/** What happened to a record of a story, as its history tells it. */
import type { Family } from '../engine/portal/life/family.ts';
import type { Told } from '../engine/portal/life/work.ts';
import type { Portal } from '../engine/portal/portal.ts';
import type { WireEvent } from '../engine/portal/wire.ts';

const words: Readonly<Record<string, string>> = { created: 'Begun', saved: 'Saved' };

export function eventOf(portal: Portal, told: Told, { members, now }: Family): WireEvent {
  const { what, detail, state, department } = told;
  const type = members.get(told.record)?.record.type ?? '';
  const remark = detail['remark'];
  return {
    at: now,
    who: told.account === null ? portal.title : 'Ana Reyes',
    department,
    what,
    state,
    text:
      words[what] ??
      portal.workflows[type]?.transitions[what]?.title ??
      `${String(detail['item'])}: ${String(detail['state'])}`,
    remark: typeof remark === 'string' ? remark : firstText(detail['input']),
  };
}

function firstText(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  return Object.values(input).find((answer) => typeof answer === 'string' && answer.includes(' ')) ?? null;
}
