/* oxlint-disable unicorn/no-thenable -- the grammar's word for what follows a transition, and a list is no promise */
/** A small portal for the tests of records: a lender files an order, branches clear it with checklists. */
import { usualDays } from '../../../engine/portal/model/calendar.ts';
import type { Condition, FieldPath } from '../../../engine/portal/model/condition.ts';
import type { Department } from '../../../engine/portal/model/department.ts';
import type { Form } from '../../../engine/portal/model/form.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { RecordType } from '../../../engine/portal/model/record-type.ts';
import type { ChecklistItem, RequirementKind } from '../../../engine/portal/model/requirement.ts';
import type { State, Transition, Workflow } from '../../../engine/portal/model/workflow.ts';
import { usualTheme } from '../../../engine/portal/theme/tokens.ts';
import { english } from '../../../engine/portal/language/say.ts';

const place = { file: 'config/test.yaml', line: 1, column: 1 };
export const always: Condition = { test: 'always' };
export const never: Condition = { test: 'not', of: always };
export const all = (...of: Condition[]): Condition => ({ test: 'all', of });
export const any = (...of: Condition[]): Condition => ({ test: 'any', of });
export const not = (of: Condition): Condition => ({ test: 'not', of });
export const party = (role: string): Condition => ({ test: 'party', role });
export const department = (key: string): Condition => ({
  test: 'compare',
  subject: { from: 'visitor', name: 'department' },
  operator: 'is',
  operand: { value: key },
});
export const officeOwn: Condition = {
  test: 'compare',
  subject: { from: 'record', name: 'office' },
  operator: 'is',
  operand: { visitor: 'department' },
};
export const state = (...states: string[]): Condition => ({
  test: 'compare',
  subject: { from: 'record', name: 'state' },
  operator: 'in',
  operand: { value: states },
});
export const can = (name: string): Condition => ({
  test: 'compare',
  subject: { from: 'flag', name },
  operator: 'is',
  operand: { value: true },
});
export const path = (...keys: string[]): FieldPath => ({ ancestor: null, keys, lookup: null });

function office(key: string, kind: Department['kind']): Department {
  return {
    key,
    title: key,
    kind,
    aliases: [],
    area: `/${key}`,
    landings: { home: `${key}.index`, credentials: null, secondStep: null },
    requiresSecondStep: false,
    ownNames: false,
    deputies: null,
    units: null,
    demonstrationUnit: null,
    staff: 1,
    contacts: [],
    constants: { quota: key === 'coast' ? 3 : 5 },
    flags: {},
    derived: {},
  };
}

function form(hash: string, schema: Record<string, unknown>, filledBy: Form['filledBy'] = {}): Form {
  return {
    hash,
    title: hash,
    schema: { type: 'object', additionalProperties: false, ...schema },
    uiSchema: {},
    steps: [],
    conditions: [],
    factual: [],
    from: hash === 'checklist-form' ? { order_title: 'order.title' } : {},
    verify: [],
    filledBy,
  };
}

const text = { type: 'string' };

const forms = [
  form(
    'order-form',
    {
      required: ['title', 'year', 'lines'],
      properties: {
        title: text,
        year: { type: 'integer' },
        lines: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            required: ['line'],
            properties: { line: text, gross: { type: 'number' } },
          },
        },
        secret: text,
        fee: text,
      },
    },
    { fee: ['desk'] },
  ),
  form('checklist-form', {
    required: ['rooms'],
    properties: { rooms: { type: 'integer', minimum: 1 }, order_title: text },
  }),
  form('profile-form', {
    required: ['email', 'name', 'password'],
    properties: {
      email: { type: 'string', format: 'email' },
      name: text,
      password: { type: 'string', minLength: 10 },
    },
  }),
  form('reason-form', { required: ['reason'], properties: { reason: { type: 'string', minLength: 1 } } }),
];

export const nobody = {
  create: never,
  below: never,
  read: never,
  update: never,
  summary: null,
  public: null,
  follow: null,
  cannotCreate: null,
};

export function recordType(type: string, parts: Partial<RecordType>): RecordType {
  return {
    type,
    title: type,
    plural: null,
    number: null,
    form: null,
    parents: [],
    kinds: [],
    parties: { owner: { departments: ['member'], isMany: false } },
    office: null,
    unit: [],
    access: nobody,
    fields: {},
    builtIn: null,
    derived: {},
    prefill: [],
    items: [],
    verified: null,
    unique: null,
    capacity: null,
    claim: null,
    checklist: null,
    account: null,
    lists: {},
    examples: [],
    place,
    ...parts,
  };
}

const list = (name: string, where: Condition, sort = '-updated'): RecordType['lists'] => ({
  [name]: {
    name,
    title: name,
    where,
    columns: [
      { value: 'number', title: 'Number' },
      { value: 'title', title: 'Title' },
      { value: 'order.title', title: 'Order' },
    ],
    filters: [
      { value: 'state', title: 'Status' },
      { value: 'year', title: 'Year' },
    ],
    sort,
    empty: 'Nothing yet.',
  },
});

const withOffice = all(officeOwn, state('requested', 'filed'));
const review = { review: withOffice, waive: all(withOffice, can('approve')) };

const recordTypes = [
  recordType('order', {
    number: { pattern: 'OR-{year}-{sequence:4}', per: ['year'], hasGaps: false },
    form: 'order-form',
    access: {
      create: department('member'),
      below: any(party('owner'), not(department('member'))),
      read: any(party('owner'), department('desk'), {
        test: 'children',
        type: 'clearance',
        quantifier: { every: null, any: officeOwn, atLeast: 1 },
      }),
      update: any(party('owner'), department('desk')),
      summary: { to: department('watch'), fields: ['number', 'title'] },
      public: { when: state('withdrawn'), fields: ['number', 'state', 'title'], masked: ['title'] },
      follow: null,
      cannotCreate: null,
    },
    fields: {
      secret: { read: any(party('owner'), department('desk')), personal: 'sensitive', isMasked: false },
    },
    derived: {
      groups: {
        measure: 'union',
        of: { ancestor: null, keys: ['lines', 'line'], lookup: { name: 'lines', column: 'groups' } },
      },
      gross: { measure: 'sum', of: path('lines', 'gross'), less: null },
      'open-clearances': {
        measure: 'count',
        of: 'clearance',
        where: not(state('issued')),
      },
      received: {
        measure: 'total',
        of: 'clearance',
        where: not(state('draft')),
        field: path('lines', 'gross'),
      },
      owed: {
        measure: 'less',
        of: { measure: 'sum', of: path('lines', 'gross'), less: null },
        less: { measure: 'total', of: 'clearance', where: always, field: path('lines', 'gross') },
      },
      large: {
        measure: 'cases',
        cases: [
          {
            when: {
              test: 'compare',
              subject: { from: 'field', path: path('year') },
              operator: 'above',
              operand: { value: 2025 },
            },
            value: { field: path('title') },
          },
        ],
        otherwise: { value: 'small' },
      },
    },
    unique: { over: ['owner', 'title', 'year'], unless: state('withdrawn') },
    lists: {
      ...list('mine', party('owner')),
      ...list('filed', not(state('draft'))),
      ...list('by-title', always, 'title'),
      counted: {
        name: 'counted',
        title: 'Counted',
        where: always,
        columns: [{ value: 'open-clearances', title: 'Open' }],
        filters: ['open-clearances', 'clearance.office', 'clearance.state'].map((value) => ({
          value,
          title: value,
        })),
        sort: '-open-clearances',
        empty: 'Nothing yet.',
      },
    },
  }),
  recordType('clearance', {
    parents: ['order'],
    kinds: ['branches'],
    office: 'kind',
    access: { ...nobody, read: any(party('owner'), officeOwn, department('desk')), update: party('owner') },
    checklist: review,
    lists: {
      ...list('office', officeOwn),
      ...list('of-order', always),
      ...list('by-order', always, '-order.title'),
      'with-order': {
        name: 'with-order',
        title: 'With its order',
        where: always,
        columns: [{ value: 'order.open-clearances', title: 'Open' }],
        filters: [{ value: 'order.open-clearances', title: 'Open' }],
        sort: 'created',
        empty: 'Nothing yet.',
      },
    },
  }),
  recordType('checklist', {
    parents: ['clearance'],
    kinds: ['rooms'],
    office: 'kind',
    access: { ...nobody, read: any(party('owner'), officeOwn), update: party('owner') },
    checklist: review,
    lists: list('office', all(officeOwn, not(state('open')))),
  }),
  recordType('profile', {
    form: 'profile-form',
    access: {
      ...nobody,
      create: {
        test: 'compare',
        subject: { from: 'visitor', name: 'signedIn' },
        operator: 'is',
        operand: { value: false },
      },
      read: party('owner'),
      update: party('owner'),
    },
    account: { department: 'member', username: 'email', name: 'name', password: 'password' },
  }),
  recordType('note', {
    parents: ['order'],
    access: {
      ...nobody,
      create: always,
      read: any(party('owner'), { test: 'parent', type: 'order', of: party('owner') }),
    },
  }),
];

export function stateOf(key: string, waitsFor: string | null, more: Partial<State> = {}): State {
  return {
    key,
    title: key,
    titleForRequesters: key,
    helpForRequesters: null,
    tone: 'neutral',
    waitsFor,
    formerly: [],
    isSettled: false,
    isFinal: false,
    ...more,
  };
}

export function step(name: string, from: string[], to: string, more: Partial<Transition>): Transition {
  return {
    name,
    title: name,
    from,
    to,
    by: never,
    trigger: null,
    needs: [],
    input: null,
    saves: false,
    toCases: [],
    pick: null,
    books: null,
    takes: null,
    keeps: false,
    bulk: false,
    scan: false,
    isDelegable: false,
    extends: null,
    quorum: null,
    takesBack: [],
    then: [],
    place,
    ...more,
  };
}

export function workflow(of: string, initial: string, states: State[], steps: Transition[]): Workflow {
  return {
    name: of,
    of,
    initial,
    states: Object.fromEntries(states.map((one) => [one.key, one])),
    clocks: {},
    reminders: {},
    transitions: Object.fromEntries(steps.map((one) => [one.name, one])),
  };
}

const complete = {
  condition: { test: 'form', is: 'complete' } as const,
  message: 'Fill in the form.',
  place,
};
const filed = { condition: { test: 'checklist', is: 'filed' } as const, message: 'Add the papers.', place };
const passed = {
  condition: { test: 'checklist', is: 'passed' } as const,
  message: 'Accept every item.',
  place,
};
const returned = {
  condition: { test: 'checklist', is: 'returned' } as const,
  message: 'Return an item.',
  place,
};
const officeMay = all(officeOwn, can('approve'));

const workflows = [
  workflow(
    'order',
    'draft',
    [
      stateOf('draft', 'owner'),
      stateOf('sent', 'desk'),
      stateOf('in-clearance', 'children'),
      stateOf('withdrawn', null, { isFinal: true }),
    ],
    [
      step('submit', ['draft'], 'in-clearance', {
        by: party('owner'),
        needs: [complete],
        then: [
          { effect: 'create', type: 'clearance', forEachKindOf: 'branches', forEachInput: null, data: {} },
        ],
      }),
      step('hand-in', ['draft'], 'sent', { by: party('owner'), needs: [complete] }),
      step('reject', ['sent'], 'withdrawn', { by: department('desk'), input: 'reason-form', saves: true }),
      step('withdraw', ['draft', 'in-clearance'], 'withdrawn', { by: party('owner') }),
    ],
  ),
  workflow(
    'clearance',
    'requested',
    [
      stateOf('requested', 'owner'),
      stateOf('for-approval', 'office'),
      stateOf('issued', 'owner', { isSettled: true }),
    ],
    [
      step('submit', ['requested'], 'for-approval', { by: party('owner'), needs: [filed] }),
      step('issue', ['for-approval'], 'issued', {
        by: officeMay,
        needs: [
          {
            condition: {
              test: 'children',
              type: 'checklist',
              quantifier: { every: state('accepted'), any: null, atLeast: 0 },
            },
            message: 'A checklist is not accepted yet.',
            place,
          },
        ],
      }),
    ],
  ),
  workflow(
    'checklist',
    'open',
    [
      stateOf('open', 'owner'),
      stateOf('filed', 'office'),
      stateOf('returned', 'owner'),
      stateOf('accepted', null, { isSettled: true }),
    ],
    [
      step('submit', ['open', 'returned'], 'filed', { by: party('owner'), needs: [complete, filed] }),
      step('return', ['filed'], 'returned', { by: officeOwn, needs: [returned] }),
      step('approve', ['filed'], 'accepted', { by: officeMay, needs: [passed] }),
    ],
  ),
  workflow('profile', 'registered', [stateOf('registered', null, { isSettled: true })], []),
];

const hasGroup = (group: string): Condition => ({
  test: 'compare',
  subject: { from: 'fact', name: 'groups' },
  operator: 'has',
  operand: { value: group },
});

export function item(id: string, more: Partial<ChecklistItem> = {}): ChecklistItem {
  return {
    id,
    paper: null,
    title: id,
    evidence: 'file',
    from: 'upload',
    isOptional: false,
    when: always,
    each: null,
    help: null,
    proves: [],
    accepts: ['pdf'],
    validFor: null,
    validUntil: null,
    source: null,
    certainty: null,
    ...more,
  };
}

export function kindOf(set: string, key: string, parts: Partial<RequirementKind>): RequirementKind {
  return {
    id: `${set}/${key}`,
    set,
    key,
    title: key,
    path: key,
    aliases: [],
    office: 'coast',
    applies: always,
    issues: null,
    valid: null,
    visit: null,
    preview: null,
    form: null,
    items: [],
    examples: [],
    counterExamples: [],
    isRetired: false,
    source: null,
    certainty: null,
    place,
    ...parts,
  };
}

const kinds = [
  kindOf('branches', 'coast', { office: 'coast' }),
  kindOf('branches', 'hill', { office: 'hill', applies: hasGroup('farm') }),
  kindOf('rooms', 'lodging', {
    applies: hasGroup('lodging'),
    form: 'checklist-form',
    items: [
      item('plan'),
      item('pool', {
        when: {
          test: 'compare',
          subject: { from: 'field', path: path('rooms') },
          operator: 'above',
          operand: { value: 10 },
        },
      }),
      item('extra', { isOptional: true }),
      item('seen', { evidence: 'inspection' }),
    ],
  }),
  kindOf('rooms', 'farmhouse', { office: 'hill', applies: hasGroup('farm') }),
];

const departments = [
  office('member', 'requester'),
  office('desk', 'handler'),
  office('coast', 'handler'),
  office('hill', 'handler'),
  office('watch', 'handler'),
];

export const by = <T, K extends keyof T>(key: K, of: readonly T[]): Record<string, T> =>
  Object.fromEntries(of.map((one) => [String(one[key]), one]));

export const portal: Portal = {
  hash: 'test',
  title: 'Orders',
  timeZone: 'Asia/Manila',
  locales: ['en'],
  language: 'en',
  words: english,
  translations: {},
  composed: {},
  theme: usualTheme,
  pictures: {},
  seal: null,
  reporting: null,
  map: null,
  offline: true,
  welcome: { heading: '', points: [], entries: [], before: null, hours: null, contacts: [] },
  constants: {},
  credentialsFlag: null,
  demonstration: { people: [], answers: {}, together: [], domain: 'orders.example' },
  mail: { from: null },
  registrationsPerHour: 20,
  formsPerHour: 60,
  needsApproval: false,
  keepFiles: null,
  passwordLinks: { reset: { amount: 1, unit: 'hour' }, invitation: { amount: 7, unit: 'day' } },
  signIn: { providers: [], withoutPassword: [] },
  threads: { rules: [], noticeAfter: { amount: 1, unit: 'hour' }, perHour: 60 },
  officeViews: { test: 'any', of: [] },
  workbench: { access: { test: 'any', of: [] }, edit: { test: 'any', of: [] }, seeAs: [] },
  charter: { title: null, introduction: null, complaints: null },
  uploads: {
    maxBytes: 1000,
    maxPixels: 1_000_000,
    accepts: ['pdf'],
    open: 40,
    processes: 2,
    waiting: { each: 20, all: 100 },
    photos: { side: 2000, quality: 75 },
  },
  connections: { most: 1000, perNetwork: 400, requestSeconds: 60, idleSeconds: 75 },
  departments: by('key', departments),
  aliases: {},
  groups: {},
  guards: {},
  chains: {},
  routes: [],
  login: 'login',
  messages: {},
  navigation: [],
  recordTypes: by('type', recordTypes),
  workflows: by('of', workflows),
  sets: {
    branches: {
      key: 'branches',
      title: 'Branches',
      plural: null,
      office: null,
      under: null,
      kinds: ['branches/coast', 'branches/hill'],
    },
    rooms: {
      key: 'rooms',
      title: 'Rooms',
      plural: null,
      office: null,
      under: 'clearance',
      kinds: ['rooms/lodging', 'rooms/farmhouse'],
    },
  },
  kinds: by('id', kinds),
  papers: {},
  forms: by('hash', forms),
  days: usualDays,
  calendars: {},
  arrivals: {},
  fees: {},
  documents: {},
  notices: {},
  reports: {},
  formerNames: [],
  migrations: [],
  namedForms: {},
  lookups: {
    lines: {
      name: 'lines',
      title: 'Lines',
      isPublic: true,
      edit: null,
      rows: [
        { value: 'hotel', label: 'Hotel', groups: ['lodging', 'food'] },
        { value: 'orchard', label: 'Orchard', groups: ['farm'] },
        { value: 'shop', label: 'Shop', groups: [] },
      ],
    },
  },
};
