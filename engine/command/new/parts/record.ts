/** `new record NAME`: a record type with its workflow, its form and its pages, for who files it and for the office. */
import { titleFromKey } from '../../../config/link/input/title-from-key.ts';
import type { Department } from '../../../portal/model/department.ts';
import { writeScalar } from '../../../config/edit/edit-yaml.ts';
import { addPages, type NewPage } from './pages.ts';
import { copyRecord } from './copy-record.ts';
import { departmentFor, type NewPart } from './part.ts';

export const record: NewPart = {
  names: 'NAME',
  flags: ['title', 'by', 'office', 'like'],
  make(request) {
    const { draft, name, flags } = request;
    const title = flags.title ?? titleFromKey(name);
    if (flags.like !== undefined) return copyRecord(draft, { like: flags.like, name, title });
    const citizens = Object.values(draft.portal.departments).filter(({ kind }) => kind === 'citizen');
    const by = departmentFor(request, 'by', citizens.length === 0 ? ['office'] : ['citizen']);
    const office = departmentFor(request, 'office', ['office', 'executive']);
    draft.create(`records/${name}.yaml`, recordText({ name, title, by, office }));
    draft.create(`workflows/${name}.yaml`, workflowText({ name, by, office }));
    draft.create(`forms/${name}.yaml`, formText(title));
    addPages(draft, by, pagesOfOwner({ name, title, by }));
    addPages(
      draft,
      office,
      office === by
        ? [listOfOffice({ name, title, office }, '.all')]
        : pagesOfOffice({ name, title, office }),
    );
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
}

function recordText({ name, title, by, office }: RecordDraft): string {
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
examples:
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

function pagesOfOwner({ name, title, by }: Pick<RecordDraft, 'name' | 'title' | 'by'>): NewPage[] {
  const path = `${by.area}/${name}`;
  return [
    { name: `${by.key}.${name}`, path, title, screen: 'list', keys: [`of: ${name}/mine`], isInMenu: true },
    { name: `${by.key}.${name}.new`, path: `${path}/new`, title, screen: 'form', keys: [`of: ${name}`] },
    pageOfOne(by, name, title),
  ];
}

function pagesOfOffice({ name, title, office }: Pick<RecordDraft, 'name' | 'title' | 'office'>): NewPage[] {
  return [listOfOffice({ name, title, office }), pageOfOne(office, name, title)];
}

/** @param end of the page's name and path, if the department has a list of its own records besides */
function listOfOffice(
  { name, title, office: { key, area } }: Pick<RecordDraft, 'name' | 'title' | 'office'>,
  end: '' | '.all' = '',
): NewPage {
  return {
    name: `${key}.${name}${end}`,
    path: `${area}/${name}${end.replace('.', '/')}`,
    title,
    screen: 'list',
    keys: [`of: ${name}/office`],
    isInMenu: true,
  };
}

function pageOfOne({ key, area }: Department, name: string, title: string): NewPage {
  const keys = [`params: { slug: ${name} }`, `of: ${name}`];
  return { name: `${key}.${name}.record`, path: `${area}/${name}/{slug}`, title, screen: 'record', keys };
}
