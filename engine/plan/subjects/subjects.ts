/** Takes a portal apart into what people know by a name: a page, a step, a question, a line of fees. */
import { districtsIn } from '../../portal/geography/districts.ts';
import { computationIn } from '../../portal/forms/computed-answers.ts';
import type { Form } from '../../portal/model/form.ts';
import type { Place } from '../../portal/model/place.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { ChecklistItem } from '../../portal/model/requirement.ts';
import { questionsOf } from '../../portal/succession/form-questions.ts';
import { isMapping } from '../../portal/values/is-mapping.ts';
import { bordersOf, digestOf, wordsOf, wordsOfReference } from './question-words.ts';

/** In the order in which a plan speaks of them. */
export const subjectKinds = [
  'department',
  'flag',
  'constant',
  'group',
  'guard',
  'chain',
  'page',
  'kind',
  'item',
  'paper',
  'form',
  'question',
  'lookup',
  'row',
  'record type',
  'role',
  'access',
  'field',
  'fact',
  'workflow',
  'state',
  'step',
  'clock',
  'reminder',
  'list',
  'migration',
  'fees',
  'fee line',
  'fee table',
  'document',
  'notice',
  'report',
  'set',
  'calendar',
  'days',
  'named day',
  'arrivals',
  'picture',
  'message',
  'navigation group',
  'translation',
  'setting',
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export interface PlanSubject {
  readonly kind: SubjectKind;
  /** Unique among its kind: `clearance.submit`. */
  readonly name: string;
  /** As people read it; null: it has only its name. */
  readonly title: string | null;
  /** Null: the portal does not say where it is written. */
  readonly place: Place | null;
  /** The record type of whose records it speaks; null: of none, or of several. */
  readonly type: string | null;
  /** Its earlier names, if it says so itself. */
  readonly formerly?: readonly string[];
  /** What is compared, key by key, without the subjects below it. */
  readonly value: Readonly<Record<string, unknown>>;
}

/** Every difference between two portals is a difference of one of these. */
export function subjectsOf(portal: Portal): readonly PlanSubject[] {
  return [
    ...peopleAndPages(portal),
    ...requirements(portal),
    ...forms(portal),
    ...records(portal),
    ...workflows(portal),
    ...migrations(portal),
    ...fees(portal),
    ...papersAndTexts(portal),
    ...settings(portal),
  ];
}

function peopleAndPages(portal: Portal): PlanSubject[] {
  return [
    ...Object.values(portal.departments).flatMap(({ flags, constants, ...department }) => [
      subject('department', department.key, department),
      ...each(flags, (name, flag) => subject('flag', `${department.key}.${name}`, flag)),
      ...each(constants, (name, is) => subject('constant', `${department.key}.${name}`, { is })),
    ]),
    ...each(portal.constants, (name, is) => subject('constant', name, { is })),
    ...each(portal.groups, (name, departments) => subject('group', name, { departments })),
    ...named(portal.guards, 'guard'),
    ...each(portal.chains, (name, guards) => subject('chain', name, { guards })),
    ...portal.routes.map((route) => subject('page', route.name, route)),
  ];
}

function requirements(portal: Portal): PlanSubject[] {
  return [
    ...named(portal.sets, 'set'),
    ...Object.values(portal.kinds).flatMap(({ items, form, ...kind }) => [
      subject('kind', kind.id, { ...kind, form: nameOfForm(portal, form) }),
      ...itemsOf(kind.id, items, kind.place),
    ]),
    ...each(portal.papers, (name, paper) => subject('paper', name, paper)),
  ];
}

function itemsOf(owner: string, items: readonly ChecklistItem[], place: Place): PlanSubject[] {
  return items.map((item) => ({ ...subject('item', `${owner}: ${item.id}`, item), place }));
}

function forms(portal: Portal): PlanSubject[] {
  return [...formsByOwner(portal)].flatMap(([owner, { form, place }]) => [
    { ...subject('form', owner, ownOf(form)), place },
    ...questionSubjects(owner, form).map((question) => ({ ...question, place })),
  ]);
}

interface OwnedForm {
  readonly form: Form;
  readonly place: Place | null;
}

/** Forms by the name of their file, or by the kind or step that has them. */
function formsByOwner(portal: Portal): Map<string, OwnedForm> {
  const found = new Map<string, OwnedForm>();
  const add = (owner: string, hash: string | null, place: Place | null) => {
    const form = hash === null ? undefined : portal.forms[hash];
    if (form !== undefined) found.set(owner, { form, place });
  };
  for (const [name, hash] of Object.entries(portal.namedForms)) add(name, hash, null);
  const addOwn = (owner: string, hash: string | null, place: Place) => {
    if (nameOfForm(portal, hash) === ownForm) add(owner, hash, place);
  };
  for (const { id, form, place } of Object.values(portal.kinds)) addOwn(id, form, place);
  for (const { type, form, place } of Object.values(portal.recordTypes)) addOwn(type, form, place);
  for (const { of, transitions } of Object.values(portal.workflows)) {
    for (const { name, input, place } of Object.values(transitions)) addOwn(`${of}.${name}`, input, place);
  }
  return found;
}

const ownForm = 'its own';

/** The name of its file; null: there is no form. */
function nameOfForm({ namedForms }: Portal, hash: string | null): string | null {
  if (hash === null) return null;
  return Object.entries(namedForms).find(([, one]) => one === hash)?.[0] ?? ownForm;
}

/** The one section of a form without steps has all its questions, which are told by themselves. */
function ownOf({ title, steps, verify, from, filledBy }: Form) {
  return { title, steps: steps.length === 1 ? [] : steps, verify, from, filledBy };
}

function questionSubjects(owner: string, form: Form): PlanSubject[] {
  const conditions = new Map([...form.conditions, ...form.factual].map((one) => [one.property, one]));
  return questionsOf(form).map(({ path, schema, uiSchema, isRequired }) => {
    // An example of a place follows from its districts.
    const { properties: _, required: __, examples: ___, items, ...rest } = schema;
    const districts = districtsIn(uiSchema);
    const isList = isMapping(items) && isMapping(items['properties']);
    const rule = conditions.get(path);
    const former = uiSchema['ui:formerly'];
    const above = path.split('.').slice(0, -1);
    return {
      ...subject('question', `${owner}: ${path}`, {
        ...rest,
        ...(!isList && items !== undefined && { items }),
        ...wordsOfReference(uiSchema),
        isRequired: rule?.isRequired ?? isRequired,
        when: rule?.when ?? null,
        ...wordsOf(uiSchema),
        ...(districts !== null && {
          districts: bordersOf(districts),
          outside: districts.isOutsideAllowed ? 'allowed' : 'refused',
        }),
        compute: computationIn(uiSchema),
      }),
      formerly: (Array.isArray(former) ? former : []).map(
        (one) => `${owner}: ${[...above, String(one)].join('.')}`,
      ),
    };
  });
}

function records(portal: Portal): PlanSubject[] {
  return Object.values(portal.recordTypes).flatMap((recordType) => {
    const { type, parties, access, fields, derived, lists, items, form, place, ...rest } = recordType;
    const below = (kind: SubjectKind, name: string, value: object) => ({
      ...subject(kind, `${type}.${name}`, value),
      place,
    });
    return [
      { ...subject('record type', type, { ...rest, form: nameOfForm(portal, form) }), place },
      ...each(parties, (name, party) => below('role', name, party)),
      { ...subject('access', type, access), place },
      ...each(fields, (name, rule) => below('field', name, rule)),
      ...each(derived, (name, value) => below('fact', name, { is: value })),
      ...each(lists, (name, list) => below('list', name, list)),
      ...itemsOf(type, items, place),
    ].map((one) => ({ ...one, type }));
  });
}

function workflows(portal: Portal): PlanSubject[] {
  return Object.values(portal.workflows).flatMap(
    ({ name: file, of, initial, states, transitions, clocks, reminders }) =>
      [
        subject('workflow', of, { name: file, initial }),
        ...each(states, (name, state) => {
          // A rename is told as one.
          const { formerly: _, ...rest } = state;
          return subject('state', `${of}.${name}`, rest);
        }),
        ...each(transitions, (name, step) =>
          subject('step', `${of}.${name}`, { ...step, input: nameOfForm(portal, step.input) }),
        ),
        ...each(clocks, (name, { extend, ...clock }) =>
          subject('clock', `${of}.${name}`, {
            ...clock,
            extend: extend && { ...extend, input: nameOfForm(portal, extend.input) },
          }),
        ),
        ...each(reminders, (name, reminder) => subject('reminder', `${of}.${name}`, reminder)),
      ].map((one) => ({ ...one, type: of })),
  );
}

function migrations(portal: Portal): PlanSubject[] {
  return portal.migrations.map(({ name, type, ...migration }) => ({
    ...subject('migration', name, migration),
    type,
  }));
}

function fees(portal: Portal): PlanSubject[] {
  return Object.values(portal.fees).flatMap(({ lines, tables, version, ...schedule }) => [
    subject('fees', schedule.name, { ...schedule, version: isDigest(version) ? null : version }),
    ...lines.map((line) => subject('fee line', `${schedule.name}: ${line.id}`, line)),
    ...each(tables, (name, table) => ({
      ...subject('fee table', `${schedule.name}: ${name}`, table),
      place: schedule.place,
    })),
  ]);
}

/** Of the whole schedule: it says no more than what is told of its lines. */
function isDigest(version: string): boolean {
  return /^[0-9a-f]{12}$/.test(version);
}

function papersAndTexts(portal: Portal): PlanSubject[] {
  return [
    ...named(portal.documents, 'document'),
    ...named(portal.notices, 'notice'),
    ...named(portal.reports, 'report'),
    ...Object.values(portal.lookups).flatMap(({ rows, edit, ...lookup }) => [
      subject('lookup', lookup.name, {
        ...lookup,
        edit: edit && { ...edit, form: nameOfForm(portal, edit.form) },
      }),
      ...rows.map((row) => subject('row', `${lookup.name}: ${row.value}`, row)),
    ]),
    ...each(portal.messages, (name, is) => subject('message', name, { is })),
    ...each(portal.pictures, (name, { type, content }) =>
      subject('picture', name, { type, content: digestOf(content) }),
    ),
    ...Object.entries(portal.translations).flatMap(([language, { texts, contexts, words }]) => [
      ...each(texts, (text, is) => subject('translation', `${language}: ${text}`, { is })),
      ...Object.entries(contexts).flatMap(([context, inIt]) =>
        each(inIt, (text, is) => subject('translation', `${language}, ${context}: ${text}`, { is })),
      ),
      ...each<unknown, PlanSubject>({ ...words }, (key, is) =>
        subject('translation', `${language}, engine: ${key}`, { is }),
      ),
    ]),
  ];
}

function settings(portal: Portal): PlanSubject[] {
  const { calendars, arrivals } = portal;
  const { named: namedDays, ...days } = portal.days;
  return [
    subject('days', 'days', days),
    ...named(namedDays, 'named day'),
    ...named(calendars, 'calendar'),
    ...named(arrivals, 'arrivals'),
    ...portal.navigation.map(({ key, title }) => subject('navigation group', key, { title })),
    subject('setting', 'navigation', { is: portal.navigation.map(({ key }) => key) }),
    ...settingKeys.map((key) => subject('setting', key, { is: portal[key] })),
  ];
}

/** What is left of a portal. */
const settingKeys = [
  'title',
  'timeZone',
  'locales',
  'language',
  'theme',
  'map',
  'offline',
  'seal',
  'reporting',
  'welcome',
  'credentialsFlag',
  'demonstration',
  'mail',
  'registrationsPerHour',
  'formsPerHour',
  'passwordLinks',
  'signIn',
  'threads',
  'officeViews',
  'needsApproval',
  'keepFiles',
  'workbench',
  'charter',
  'uploads',
  'connections',
  'login',
] as const satisfies readonly (keyof Portal)[];

function named(all: Readonly<Record<string, object>>, kind: SubjectKind): PlanSubject[] {
  return each(all, (name, value) => subject(kind, name, value));
}

function each<T, R>(all: Readonly<Record<string, T>>, of: (name: string, value: T) => R): R[] {
  return Object.entries(all).map(([name, value]) => of(name, value));
}

function subject(kind: SubjectKind, name: string, value: object): PlanSubject {
  const { place = null, ...rest } = value as { readonly place?: Place | null };
  const title = 'title' in rest && typeof rest.title === 'string' ? rest.title : null;
  return { kind, name, title, place, type: null, value: withoutPlaces(rest) as PlanSubject['value'] };
}

/** Where something is written is not what it is. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (isPlace(one) ? [] : [[key, withoutPlaces(one)]])),
  );
}

function isPlace(value: unknown): value is Place {
  return isMapping(value) && 'file' in value && 'line' in value && 'column' in value;
}
