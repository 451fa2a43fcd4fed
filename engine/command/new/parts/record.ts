/** `new record NAME`: a record type with its workflow, its form and its pages, for who files it and for the office. */
import { titleFromKey } from '../../../config/link/input/title-from-key.ts';
import type { Department } from '../../../portal/model/department.ts';
import { writeScalar } from '../../../config/edit/edit-yaml.ts';
import type { ConfigurationDraft } from '../draft.ts';
import { ownKeysOf } from './pages.ts';
import { copyRecord } from './copy-record.ts';
import { departmentFor, type NewPart } from './part.ts';

export const record: NewPart = {
  names: 'NAME',
  flags: ['title', 'by', 'office', 'like'],
  make(request) {
    const { draft, name, flags } = request;
    const title = flags.title ?? titleFromKey(name);
    if (flags.like !== undefined) return copyRecord(draft, { like: flags.like, name, title });
    const requesters = Object.values(draft.portal.departments).filter(({ kind }) => kind === 'requester');
    const by = departmentFor(request, 'by', requesters.length === 0 ? ['handler'] : ['requester']);
    const office = departmentFor(request, 'office', ['handler', 'supervisor']);
    draft.create(
      `records/${name}.yaml`,
      recordText({ name, title, by, office, pages: pagesOf(draft, { name, by, office }) }),
    );
    draft.create(`workflows/${name}.yaml`, workflowText({ name, by, office }));
    draft.create(`forms/${name}.yaml`, formText(title));
    return [
      `the questions (forms/${name}.yaml) and the steps (workflows/${name}.yaml)`,
      'the fees, documents and notices of its steps, and its numbers (`number`)',
    ];
  },
};

interface RecordDraft {
  readonly name: string;
  readonly title: string;
  readonly by: Department;
  readonly office: Department;
  /** The entries of `pages`. */
  readonly pages: string;
}

/** The entries of the owner and of the office. Who handles what they sent themselves has both lists. */
function pagesOf(
  draft: ConfigurationDraft,
  { name, by, office }: Pick<RecordDraft, 'name' | 'by' | 'office'>,
): string {
  const entry = (page: string, department: Department, keys: readonly string[]) =>
    `  ${page}: { ${[...keys, ...ownKeysOf(draft, department)].join(', ')} }\n`;
  return [
    entry(`${by.key}.${name}`, by, ['list: mine', 'form: true', 'record: record']),
    office === by
      ? entry(`${by.key}.${name}.all`, by, ['list: office'])
      : entry(`${office.key}.${name}`, office, ['list: office', 'record: record']),
  ].join('');
}

function recordText({ name, title, by, office, pages }: RecordDraft): string {
  return `title: ${writeScalar(title)}
form: ${name}
parties:
  owner: { department: ${by.key} }
office: ${office.key}
access:
  create: { department: ${by.key} }
  read: { any: [{ party: owner }, { department: ${office.key} }] }
  update: { party: owner, state: draft }
lists:
  mine:
    title: ${writeScalar(title)}
    where: { party: owner }
    columns: [number, subject, state]
    sort: -created
    empty: You have not sent anything yet.
  office:
    title: ${writeScalar(title)}
    where: { not: { state: draft } }
    columns: [number, owner, subject, state]
    sort: created
    empty: Nothing waits for the office.
pages:
${pages}examples:
  - { subject: An example }
`;
}

function workflowText({ name, by, office }: Pick<RecordDraft, 'name' | 'by' | 'office'>): string {
  // Nobody decides on what they sent themselves.
  const decides = `{ department: ${office.key}${office === by ? ', not: { did: send }' : ''} }`;
  return `of: ${name}
initial: draft
states:
  draft: { title: Draft, waitsFor: owner }
  sent: { title: Sent, tone: info, waitsFor: office }
  accepted: { title: Accepted, tone: good, final: true }
  declined: { title: Declined, tone: bad, final: true }
transitions:
  send: { title: Send, from: draft, to: sent, by: { party: owner }, needs: [{ form: complete }] }
  accept: { title: Accept, from: sent, to: accepted, by: ${decides} }
  decline: { title: Decline, from: sent, to: declined, by: ${decides} }
`;
}

function formText(title: string): string {
  return `type: object
title: ${writeScalar(title)}
required: [subject]
properties:
  subject: { type: string, title: Subject, minLength: 1, maxLength: 200 }
`;
}
