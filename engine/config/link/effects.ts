/** What follows from a transition: records, documents, assessments, notices, roles and changes of an account. */
import type { Recipients } from '../../portal/notice.ts';
import type { Effect } from '../../portal/workflow.ts';
import { child, entries, isMapping, isSaid, text, texts, type Cursor } from './cursor.ts';
import { reportUnknown, type Linking } from './linking.ts';
import { linkOperand } from './operand.ts';

type EffectOf<Word> = Extract<Effect, { effect: Word }>;

/** @param of record type of the workflow */
export function linkEffect(at: Cursor, of: string, linking: Linking): Effect {
  const word = ['create', 'document', 'revoke', 'assess', 'assign', 'account'].find((one) =>
    isSaid(child(at, one)),
  );
  const said = word === undefined ? child(at, 'notify') : child(at, word);
  switch (word) {
    case 'create':
      return linkCreate(at, of, linking);
    case 'document':
      return {
        effect: 'document',
        document: isMapping(said.value) ? null : text(said),
        variant: text(child(at, 'variant')),
      };
    case 'revoke':
      return { effect: 'revoke', document: isMapping(said.value) ? null : text(said), as: 'revoked' };
    case 'assess':
      return { effect: 'assess', schedule: text(said) ?? '' };
    case 'assign': {
      const [role = '', to = said] = entries(said)[0] ?? [];
      return { effect: 'assign', role, to: linkOperand(to, linking, { where: 'needs', type: of }) };
    }
    case 'account': {
      const does = ['suspend', 'restore', 'reset-password', 'sign-out'] as const;
      return { effect: 'account', does: does.find((one) => one === said.value) ?? 'sign-out' };
    }
    default:
      return { effect: 'notify', to: linkRecipients(said), notice: text(child(at, 'notice')) ?? '' };
  }
}

function linkRecipients(at: Cursor): Recipients {
  if (!isMapping(at.value)) {
    const names = texts(at);
    return {
      parties: names.filter((name) => name !== 'office'),
      isOffice: names.includes('office'),
      departments: [],
    };
  }
  return {
    parties: texts(child(at, 'party')),
    isOffice: isSaid(child(at, 'office')),
    departments: texts(child(at, 'department')),
  };
}

function linkCreate(at: Cursor, of: string, linking: Linking): EffectOf<'create'> {
  const create = child(at, 'create');
  const type = text(create) ?? '';
  if (!linking.names.records.has(type)) {
    const choices = linking.names.records.keys();
    reportUnknown(linking, 'record/unknown-type', create, { name: type, choices });
  }
  const kind = child(child(at, 'forEach'), 'kind');
  const set = text(kind);
  if (set !== null && !linking.names.sets.has(set)) {
    const choices = linking.names.sets.keys();
    reportUnknown(linking, 'set/unknown', kind, { name: set, choices });
  }
  const data = entries(child(at, 'data')).map(
    ([key, said]) => [key, linkOperand(said, linking, { where: 'needs', type: of })] as const,
  );
  return {
    effect: 'create',
    type,
    forEachKindOf: set,
    forEachInput: text(child(child(at, 'forEach'), 'input')),
    data: Object.fromEntries(data),
  };
}
