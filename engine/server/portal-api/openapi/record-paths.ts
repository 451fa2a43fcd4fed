/** Describes the calls for records of each type: lists, single records, their changes and their transitions. */
import { isNever } from '../../../portal/access/access.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { isOpenList } from '../../../portal/routing/open-lists.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import { frequentRemarks } from '../../../portal/text/remark.ts';
import type { Transition } from '../../../portal/model/workflow.ts';
import { inPath, inQuery, json, object, reading, ref, writing, type Paths } from './operation.ts';

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const slug = inPath('slug', 'Slug of the record.');
const idempotency = ref('parameters', 'idempotency');
const basedOn = [idempotency, ref('parameters', 'version')];
const changed = { status: 200, description: 'The record as it is now.', schema: ref('schemas', 'Record') };
const changeErrors = [400, 404, 409, 422, 428];

export function recordPaths(portal: Portal): Paths {
  return Object.assign({}, ...Object.values(portal.recordTypes).map((type) => pathsOf(portal, type)));
}

function pathsOf(portal: Portal, type: RecordType): Paths {
  const base = `/records/${type.type}`;
  // Accounts are shown as records, but other calls create and change them.
  if (type.builtIn !== null)
    return { [base]: { get: list(portal, type) }, [`${base}/{slug}`]: { get: read(type) } };
  const transitions = Object.values(portal.workflows[type.type]?.transitions ?? {});
  const taken = transitions.filter(({ by }) => by !== null);
  const steps = taken.map(
    (step) => [`${base}/{slug}/${step.name}`, { post: take(portal, type, step) }] as const,
  );
  const { access } = type;
  return {
    [base]: { get: list(portal, type), ...(!isNever(access.create) && { post: create(portal, type) }) },
    [`${base}/{slug}`]: {
      get: read(type),
      ...(!isNever(access.update) && { patch: change(portal, type) }),
    },
    ...(Object.keys(type.lists).length > 0 && { [`${base}/export.csv`]: { get: exported(type) } }),
    ...(type.prefill.length > 0 && { [`${base}/prefill`]: { get: prefill(type) } }),
    [`${base}/{slug}/events`]: { get: events(type) },
    ...Object.fromEntries(steps),
    ...Object.fromEntries(
      taken
        .filter(({ books }) => books !== null)
        .map((step) => [`${base}/{slug}/${step.name}/slots`, { get: slots(type, step) }]),
    ),
    ...Object.fromEntries(
      taken
        .filter(({ pick }) => pick !== null)
        .map((step) => [`${base}/{slug}/${step.name}/choices`, { get: choices(type, step) }]),
    ),
    ...(type.checklist && { [`${base}/{slug}/items/{item}`]: { post: review(type) } }),
  };
}

function list(portal: Portal, { type, title, lists, kinds }: RecordType): JsonSchema {
  const names = Object.keys(lists);
  const open = names.filter((name) => isOpenList(portal, type, name));
  return reading({
    security: open.length > 0 ? 'optional' : 'token',
    id: `${type}.list`,
    tag: title,
    summary: `The records of this type that the caller may see, a page at a time.${open.length > 0 ? ` Everybody may read the lists of public pages: ${open.join(', ')}.` : ''}`,
    parameters: [
      inQuery('list', 'One of the named lists.', names.length > 0 ? { enum: names } : text),
      inQuery('parent', 'Slug of the record that they stand below.'),
      ...(kinds.length > 0 ? [inQuery('kind', 'A requirement kind, as set/kind.')] : []),
      inQuery('state', 'A state of the workflow.'),
      inQuery('due', 'What is overdue, or due within the next working days.', { enum: ['late', 'soon'] }),
      inQuery('booked', 'The day on which they have booked something.', { type: 'string', format: 'date' }),
      inQuery('q', 'Words to search for.'),
      inQuery('sort', 'A column; a minus before it turns the order round.'),
      inQuery('limit', 'Records on a page.', { type: 'integer', minimum: 1, maximum: 100, default: 25 }),
      inQuery('cursor', 'The `next` of the page before.'),
    ],
    answer: { status: 200, description: 'A page.', schema: ref('schemas', 'RecordPage') },
    errors: [400, 404, 422],
  });
}

function exported({ type, title, lists }: RecordType): JsonSchema {
  return reading({
    id: `${type}.export`,
    tag: title,
    summary: 'The rows of a list as a file for a spreadsheet; takes what narrows the list, too.',
    parameters: [
      { ...inQuery('list', 'One of the named lists.', { enum: Object.keys(lists) }), required: true },
    ],
    answer: { status: 200, description: 'The file.', schema: text },
    answerType: 'text/csv',
    errors: [404, 422],
  });
}

function prefill({ type, title }: RecordType): JsonSchema {
  return reading({
    id: `${type}.prefill`,
    tag: title,
    summary: 'What a new record of this type begins with, from records that the caller has.',
    answer: {
      status: 200,
      description: 'Answers, and the records that they come from.',
      schema: object({
        data: { type: 'object' },
        from: { type: 'array', items: object({ type: text, number: { type: ['string', 'null'] } }) },
      }),
    },
    errors: [401, 404],
  });
}

function create(portal: Portal, { type, title, form, parents, account }: RecordType): JsonSchema {
  const required = ['data', ...(parents.length > 0 ? ['parent'] : [])];
  const parent = {
    type: 'string',
    description: `Slug of the record that it is to stand below: ${parents.join(' or ')}.`,
  };
  const properties = { data: dataSchema(portal, form), ...(parents.length > 0 && { parent }) };
  return writing({
    id: `${type}.create`,
    tag: title,
    summary: account
      ? 'Register: makes the record and an account, or tells the owner of the account that the address has.'
      : 'Make a record; a draft may be incomplete.',
    security: account ? 'none' : 'token',
    parameters: [idempotency],
    body: json(object(properties, required)),
    answer: account
      ? {
          status: 202,
          description: 'The same whether or not the address has an account.',
          schema: object({}),
        }
      : { status: 201, description: 'The new record.', schema: ref('schemas', 'Record') },
    errors: account ? [400, 409, 422, 429] : [400, 401, 409, 422],
  });
}

function read({ type, title, access }: RecordType): JsonSchema {
  return reading({
    id: `${type}.read`,
    tag: title,
    summary: access.public ? 'One record; to others than its readers its public view.' : 'One record.',
    parameters: [slug],
    answer: { status: 200, description: 'The record.', schema: ref('schemas', 'Record') },
    errors: [404],
  });
}

function change(portal: Portal, { type, title, form }: RecordType): JsonSchema {
  return writing({
    id: `${type}.change`,
    tag: title,
    summary: 'Change answers; what is left out stays.',
    parameters: [slug, ...basedOn],
    body: json(object({ data: dataSchema(portal, form) })),
    answer: changed,
    errors: changeErrors,
  });
}

function events({ type, title }: RecordType): JsonSchema {
  return reading({
    id: `${type}.events`,
    tag: title,
    summary: 'Who did what, oldest first.',
    parameters: [slug],
    answer: {
      status: 200,
      description: 'The history.',
      schema: { type: 'array', items: ref('schemas', 'Event') },
    },
    errors: [404],
  });
}

function take(portal: Portal, { type, title }: RecordType, step: Transition): JsonSchema {
  const answers =
    step.input === null ? { type: 'object' } : (portal.forms[step.input]?.schema ?? { type: 'object' });
  const input = step.books === null ? answers : { allOf: [answers, object({ slot: time })] };
  const isAsked = step.input !== null || step.books !== null;
  return writing({
    id: `${type}.${step.name}`,
    tag: title,
    summary: `${step.title}: leads from ${step.from.join(', ')} to ${step.to}.`,
    parameters: [slug, ...basedOn],
    body: json(object({ input }, isAsked ? ['input'] : [])),
    answer: changed,
    errors: changeErrors,
  });
}

function slots({ type, title }: RecordType, step: Transition): JsonSchema {
  return reading({
    id: `${type}.${step.name}.slots`,
    tag: title,
    summary: `${step.title}: the times that may still be booked, for who may take the step now.`,
    parameters: [
      slug,
      inQuery('from', 'First day; the first that can be booked where it is left out.', {
        type: 'string',
        format: 'date',
      }),
      inQuery('days', 'How many days.', { type: 'integer', minimum: 1, maximum: 62, default: 31 }),
    ],
    answer: {
      status: 200,
      description: 'Slots in their order; `free` is the number of places left, 0 where it is full.',
      schema: { type: 'array', items: object({ from: time, to: time, free: { type: 'integer' } }) },
    },
    errors: [403, 404, 422],
  });
}

function choices({ type, title }: RecordType, step: Transition): JsonSchema {
  return reading({
    id: `${type}.${step.name}.choices`,
    tag: title,
    summary: `${step.title}: the accounts that may be chosen; the answer \`pick\` is a list of their values.`,
    parameters: [slug, inQuery('q', 'Part of a name.')],
    answer: {
      status: 200,
      description: 'By name, at most twenty.',
      schema: { type: 'array', items: object({ value: text, label: text }) },
    },
    errors: [403, 404],
  });
}

const frequentCodes = Object.values(frequentRemarks).flatMap((remarks) => remarks.map(({ code }) => code));

function review({ type, title }: RecordType): JsonSchema {
  const state = { enum: ['accepted', 'returned', 'waived'] };
  return writing({
    id: `${type}.review`,
    tag: title,
    summary: 'Accept, return or waive one item of the checklist.',
    parameters: [slug, inPath('item', 'Id of the item.'), ...basedOn],
    body: json(
      object(
        {
          state,
          remark: {
            description:
              'In own words, or a frequent remark by its code: each reads that in their own language.',
            oneOf: [text, object({ code: { enum: frequentCodes } }, ['code'])],
          },
          issued_on: {
            type: 'string',
            format: 'date',
            description: 'The day that stands on the paper, where the item is `dated` and it was not said.',
          },
        },
        ['state'],
      ),
    ),
    answer: changed,
    errors: changeErrors,
  });
}

/** A draft may be empty, so nothing is required here. Filing validates everything. */
function dataSchema(portal: Portal, form: string | null): JsonSchema {
  const { properties = {}, title } = (form === null ? null : portal.forms[form]?.schema) ?? {};
  return { type: 'object', ...(title !== undefined && { title }), properties };
}
