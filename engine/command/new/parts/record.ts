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
    draft.create(`workflows/${name}.yaml`, workflowText({ name, office }));
    draft.create(`forms/${name}.yaml`, formText(title));
    addPages(draft, by, pagesOfOwner({ name, title, by }));
    if (office !== by) addPages(draft, office, pagesOfOffice({ name, title, office }));
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

function workflowText({ name, office }: Pick<RecordDraft, 'name' | 'office'>): string {
  return `of: ${name}
initial: draft
states:
  draft: { title: Draft, waitsFor: owner }
  sent: { title: Sent, tone: info, waitsFor: office }
  accepted: { title: Accepted, tone: good, final: true }
  declined: { title: Declined, tone: bad, final: true }
transitions:
  send: { title: Send, from: draft, to: sent, by: { party: owner }, needs: [{ form: complete }] }
  accept: { title: Accept, from: sent, to: accepted, by: { department: ${office.key} } }
  decline: { title: Decline, from: sent, to: declined, by: { department: ${office.key} } }
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
  const path = `${office.area}/${name}`;
  return [
    {
      name: `${office.key}.${name}`,
      path,
      title,
      screen: 'list',
      keys: [`of: ${name}/office`],
      isInMenu: true,
    },
    pageOfOne(office, name, title),
  ];
}

function pageOfOne({ key, area }: Department, name: string, title: string): NewPage {
  const keys = [`params: { slug: ${name} }`, `of: ${name}`];
  return { name: `${key}.${name}.record`, path: `${area}/${name}/{slug}`, title, screen: 'record', keys };
}
