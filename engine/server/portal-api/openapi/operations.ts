/** The operations of an endpoint in this portal: one, or one per record type, transition, lookup, report or schedule. */
import type { AnyEndpoint, Endpoint } from '../../../contract/endpoint.ts';
import { isNever } from '../../../portal/access/access.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import type { Lookup, Portal } from '../../../portal/model/portal.ts';
import type { RecordType } from '../../../portal/model/record-type.ts';
import type { Transition } from '../../../portal/model/workflow.ts';
import { isOpenList } from '../../../portal/routing/visitors.ts';
import { frequentRemarks } from '../../../portal/text/remark.ts';
import { fieldsOf, withFields } from './schema-fields.ts';

export interface PortalOperation {
  /** Path parameter → its value, where the path contains it. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly endpoint: AnyEndpoint;
}

/** The members that differ from the declared endpoint. */
type Difference = Readonly<Partial<Record<keyof Endpoint, unknown>>>;

interface TypeSource {
  readonly portal: Portal;
  readonly type: RecordType;
  /** Query or body of the endpoint; `{}`: it has none. */
  readonly input: JsonSchema;
  readonly endpoint: AnyEndpoint;
}

interface TransitionSource extends TypeSource {
  readonly transition: Transition;
}

const text = { type: 'string' };

/** By the last part of the endpoint's id. Null: this type has no such operation. */
const differencesOfTypes: Readonly<Record<string, (source: TypeSource) => Difference | null>> = {
  list: listDifference,
  read: ({ type: { access } }) =>
    access.public
      ? { summary: 'One record; to others than its readers its public view.' }
      : { access: 'session' },
  events: ({ type: { builtIn } }) => (builtIn === null ? {} : null),
  twin: ({ type: { unique } }) => (unique === null ? null : {}),
  prefill: ({ type: { builtIn } }) => (builtIn === null ? {} : null),
  export: ({ type: { lists }, input }) =>
    Object.keys(lists).length > 0
      ? { query: withFields(input, { list: listName(Object.keys(lists), input) }, ['list']) }
      : null,
  create: createDifference,
  change: ({ portal, type: { builtIn, access, form }, input }) =>
    builtIn === null && !isNever(access.update)
      ? { body: withFields(input, { data: changeSchema(portal, form) }) }
      : null,
  review: ({ type: { checklist }, input }) =>
    checklist ? { body: withFields(input, { remark: remarkSchema(input) }) } : null,
  date: ({ type: { checklist } }) => (checklist ? {} : null),
  reasons: ({ type: { checklist } }) => (checklist ? {} : null),
  counts: () => ({}),
  assign: ({ type: { claim } }) => (claim === null ? null : {}),
  assignees: ({ type: { claim } }) => (claim === null ? null : {}),
  presence: ({ type: { claim } }) => (claim === null ? null : {}),
};

const differencesOfTransitions: Readonly<Record<string, (source: TransitionSource) => Difference | null>> = {
  transition: transitionDifference,
  slots: ({ transition: { books } }) => (books === null ? null : {}),
  choices: ({ transition: { pick } }) => (pick === null || pick.ownersIn !== null ? null : {}),
  owners: ({ transition: { pick } }) => (pick === null || pick.ownersIn === null ? null : {}),
};

/** @returns the endpoint alone if it is the same in every portal, and nothing if this portal has no use for it */
export function operationsOf(portal: Portal, endpoint: AnyEndpoint): PortalOperation[] {
  const [resource = '', part = ''] = endpoint.id.split('.');
  if (resource === 'record')
    return Object.values(portal.recordTypes).flatMap((type) => operationsOfType(portal, type, endpoint));
  const named = (
    parameter: string,
    { name, title }: { name: string; title: string },
    more: Difference = {},
  ) =>
    specialised(
      endpoint,
      { [parameter]: name },
      {
        id: [resource, name, part].filter((one) => one !== '').join('.'),
        summary: `${title}: ${endpoint.summary}`,
        ...more,
      },
    );
  switch (resource) {
    case 'report':
      return Object.values(portal.reports).map((report) => named('name', report));
    case 'fees': {
      const shown = new Set(portal.routes.flatMap((route) => route.fees));
      return Object.values(portal.fees)
        .filter(({ name }) => shown.has(name))
        .map((schedule) => named('name', schedule));
    }
    case 'lookup':
      return Object.values(portal.lookups)
        .filter(({ isPublic, edit }) => (part === '' ? isPublic : edit !== null))
        .map((lookup) =>
          part === ''
            ? named('lookup', lookup, { answers: { 200: publicRowsSchema(lookup) } })
            : named('name', lookup, keptDifference(portal, lookup, endpoint)),
        );
    default:
      return [{ fixed: {}, endpoint }];
  }
}

function specialised(
  endpoint: AnyEndpoint,
  fixed: Readonly<Record<string, string>>,
  difference: Difference,
): PortalOperation {
  return { fixed, endpoint: Object.assign({}, endpoint, difference) };
}

function operationsOfType(portal: Portal, type: RecordType, endpoint: AnyEndpoint): PortalOperation[] {
  const [, part = ''] = endpoint.id.split('.');
  const input: JsonSchema = { ...((endpoint.raw ? null : endpoint.body) ?? endpoint.query) };
  const source = { portal, type, input, endpoint };
  const ofType = differencesOfTypes[part]?.(source);
  if (ofType)
    return [
      specialised(endpoint, { type: type.type }, { id: `${type.type}.${part}`, tag: type.title, ...ofType }),
    ];
  const ofTransition = differencesOfTransitions[part];
  if (ofTransition === undefined || type.builtIn !== null) return [];
  return Object.values(portal.workflows[type.type]?.transitions ?? {}).flatMap((transition) => {
    const { name, title, by } = transition;
    const difference = by === null ? null : ofTransition({ ...source, transition });
    if (difference === null) return [];
    const id = `${type.type}.${name}${part === 'transition' ? '' : `.${part}`}`;
    const summary = `${title}: ${endpoint.summary}`;
    const fixed = { type: type.type, transition: name };
    return [specialised(endpoint, fixed, { id, tag: type.title, summary, ...difference })];
  });
}

function listDifference({ portal, type: { type, lists, kinds }, input, endpoint }: TypeSource): Difference {
  const names = Object.keys(lists);
  const open = names.filter((name) => isOpenList(portal, type, name));
  return {
    access: open.length > 0 ? 'optional' : 'session',
    summary:
      open.length > 0
        ? `${endpoint.summary} Everybody may read the lists of public pages: ${open.join(', ')}.`
        : endpoint.summary,
    query: withFields(input, {
      ...(names.length > 0 && { list: listName(names, input) }),
      ...(kinds.length > 0 && { kind: { ...text, description: 'A requirement kind, as set/kind.' } }),
      state: { ...text, description: 'A state of the workflow.' },
    }),
  };
}

function listName(names: readonly string[], query: JsonSchema): JsonSchema {
  return { ...fieldsOf(query).fields['list'], enum: names };
}

function createDifference({ portal, type, input, endpoint }: TypeSource): Difference | null {
  const { form, parents, kinds, account, access, builtIn } = type;
  if (builtIn !== null || isNever(access.create) || endpoint.raw) return null;
  const description = `Slug of the record that it belongs to: ${parents.join(' or ')}.`;
  const fields = {
    data: dataSchema(portal, form),
    parent: parents.length > 0 ? { ...text, description } : undefined,
    ...(kinds.length === 0 && { kind: undefined }),
  };
  const body = withFields(input, fields, parents.length > 0 ? ['parent'] : []);
  const { 201: created, 202: accepted } = endpoint.answers;
  if (account === null) return { access: 'session', body, answers: { 201: created } };
  const summary =
    'Register: makes the record and an account, or informs the owner of the account that the address has.';
  return { summary, body, answers: { 202: accepted } };
}

function transitionDifference({ portal, transition, input }: TransitionSource): Difference {
  const { title, from, to, books } = transition;
  const asked = (transition.input === null ? null : portal.forms[transition.input]?.schema) ?? {
    type: 'object',
  };
  const slot = { type: 'object', properties: { slot: { ...text, format: 'date-time' } }, required: ['slot'] };
  const isAsked = transition.input !== null || books !== null;
  return {
    summary: `${title}: leads from ${from.join(', ')} to ${to}.`,
    body: withFields(
      input,
      { input: books === null ? asked : { allOf: [asked, slot] } },
      isAsked ? ['input'] : [],
    ),
  };
}

/** A draft may be empty, so nothing is required here. Filing validates everything. */
function dataSchema(portal: Portal, form: string | null): JsonSchema {
  const { properties = {}, title } = (form === null ? null : portal.forms[form]?.schema) ?? {};
  return { type: 'object', ...(title !== undefined && { title }), properties };
}

/** Null removes an answer. */
function changeSchema(portal: Portal, form: string | null): JsonSchema {
  const { properties, ...schema } = dataSchema(portal, form);
  const nullable = Object.entries(properties ?? {}).map(([name, one]) => [
    name,
    { anyOf: [one, { type: 'null' }] },
  ]);
  return { ...schema, properties: Object.fromEntries(nullable) };
}

function remarkSchema(body: JsonSchema): JsonSchema {
  const codes = Object.values(frequentRemarks).flatMap((remarks) => remarks.map(({ code }) => code));
  const frequent = { type: 'object', properties: { code: { enum: codes } }, required: ['code'] };
  return {
    description: fieldsOf(body).fields['remark']?.['description'],
    oneOf: [text, frequent, { type: 'null' }],
  };
}

function publicRowsSchema({ title, rows }: Lookup): JsonSchema {
  const cells = rows.flatMap((row) => Object.entries(row));
  const columns = Object.fromEntries(cells.map(([key, cell]) => [key, cellSchema(cell)]));
  const properties = { ...columns, value: text, label: text };
  return {
    type: 'array',
    description: title,
    items: { type: 'object', properties, required: ['value', 'label'] },
  };
}

function cellSchema(cell: unknown): JsonSchema {
  if (Array.isArray(cell)) return { type: 'array', items: text };
  return cell === null ? {} : { type: typeof cell };
}

/** The columns of a row are the questions of the lookup's form. */
function keptDifference({ forms }: Portal, { edit }: Lookup, endpoint: AnyEndpoint): Difference {
  if (endpoint.raw) return {};
  const row = forms[edit?.form ?? '']?.schema ?? {};
  const { body } = endpoint;
  const answers = Object.entries(endpoint.answers).map(([status, schema]) => {
    const { rows = {} } = fieldsOf({ ...schema }).fields;
    const items = withFields({ ...(rows['items'] as JsonSchema) }, { row });
    return [status, withFields({ ...schema }, { rows: { ...rows, items } })];
  });
  return {
    ...(body && {
      body: withFields({ ...body }, { row }, endpoint.id === 'lookup.add' ? ['row'] : undefined),
    }),
    answers: Object.fromEntries(answers),
  };
}
