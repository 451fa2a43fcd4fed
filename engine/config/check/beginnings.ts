/** Whoever may create a record can go on with it, and begins it below a record that they see where it stands below one. */
import type { Portal } from '../../portal/portal.ts';
import type { RecordType } from '../../portal/record-type.ts';
import { draftState, isNever } from '../../portal/access.ts';
import { linkConditionOf } from '../../portal/link-condition.ts';
import { flagsRead, mixtures, visitorOf } from '../../portal/visitors.ts';
import { signedOut, type Visitor } from '../../portal/visitor.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { Findings, spanIn, type Checking } from './checking.ts';
import { possible } from './possible.ts';
import { waysOut } from './reach.ts';
import { knownStanding } from './truth.ts';

export function checkBeginnings(checking: Checking): Diagnostic[] {
  const { portal } = checking;
  const findings = new Findings();
  for (const type of Object.values(portal.recordTypes)) {
    if (isLeftBehind(portal, type)) {
      const place = spanIn(checking, { kind: 'record', name: type.type }, 'access', 'create');
      findings.add('record/draft-of-nobody', place, { name: type.type, state: portal.workflows[type.type]?.initial ?? '' });
    }
    if (type.parents.length === 0 || isNever(type.access.create)) continue;
    const creators = visitorsOf(portal, type).filter(({ visitors }) =>
      visitors.some((visitor) => possible(type.access.create, knownStanding({ portal, visitor, type })).true),
    );
    const shutOut = creators.filter(({ visitors }) => !visitors.some((visitor) => beginsBelowAny(portal, visitor, type)));
    if (shutOut.length === 0) continue;
    const place = spanIn(checking, { kind: 'record', name: type.type }, 'access', 'create');
    const who = shutOut.map(({ name }) => name);
    findings.add('record/nobody-begins', place, { name: type.type, parents: type.parents, who });
  }
  return findings.all();
}

/** Somebody without an account begins a draft, and can neither find it again nor send it; a link that the engine sends them would do. */
function isLeftBehind(portal: Portal, type: RecordType): boolean {
  const workflow = portal.workflows[type.type];
  if (type.account !== null || workflow === undefined || draftState(portal, type.type) === null) return false;
  const mayCreate = possible(type.access.create, knownStanding({ portal, visitor: signedOut, type })).true;
  const ways = waysOut(workflow, workflow.initial);
  return mayCreate && !ways.some(({ by, trigger }) => trigger !== null || linkConditionOf(by) !== null);
}

interface Who {
  readonly name: string;
  /** With every mixture of the flags that matter. */
  readonly visitors: readonly Visitor[];
}

function visitorsOf(portal: Portal, type: RecordType): Who[] {
  const above = type.parents.flatMap((parent) => portal.recordTypes[parent]?.access.below ?? []);
  const flags = mixtures(flagsRead([type.access.create, ...above]));
  const departments = Object.keys(portal.departments).map((name) => ({
    name,
    visitors: flags.map((some) => visitorOf(portal, name, some)).filter((one) => one !== null),
  }));
  return [...departments, { name: 'visitors without an account', visitors: [signedOut] }];
}

function beginsBelowAny(portal: Portal, visitor: Visitor, { parents }: RecordType): boolean {
  return parents.some((parent) => {
    const type = portal.recordTypes[parent];
    if (type === undefined) return true;
    const known = knownStanding({ portal, visitor, type });
    const { below, read, summary, public: open } = type.access;
    const seen = [read, summary?.to, open?.when].filter((one) => one !== undefined);
    return possible(below, known).true && seen.some((one) => possible(one, known).true);
  });
}
