/* oxlint-disable unicorn/no-thenable -- the grammar's word for what follows a transition, and a list is no promise */
/** A small portal with automatic steps: loans that wait for their checks, clocks, a slip that expires. */
import type { Condition } from '../../../engine/portal/model/condition.ts';
import type { Form } from '../../../engine/portal/model/form.ts';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { Clock } from '../../../engine/portal/model/workflow.ts';
import {
  all,
  always,
  any,
  by,
  department,
  nobody,
  officeOwn,
  party,
  path,
  portal as small,
  recordType,
  state,
  stateOf,
  step,
  workflow,
} from './portal.ts';

const place = { file: 'config/test.yaml', line: 1, column: 1 };
const access = {
  ...nobody,
  create: department('member'),
  read: any(party('owner'), party('keeper'), department('desk'), officeOwn),
  update: any(party('owner'), department('desk')),
};
const every = (type: string, ...states: string[]): Condition => ({
  test: 'children',
  type,
  quantifier: { every: state(...states), any: null, atLeast: 1 },
});
const above = (...states: string[]): Condition => ({ test: 'parent', type: null, of: state(...states) });

const december: Condition = {
  test: 'between',
  from: { name: 'first', day: '12-01', years: {} },
  until: { name: 'last', day: '12-31', years: {} },
};

const recordTypes = [
  recordType('loan', {
    number: { pattern: 'L-{year}-{sequence:3}', per: ['year'], hasGaps: false },
    form: 'order-form',
    access,
    prefill: [
      { from: 'loan', latest: 'created', where: state('granted'), except: ['year', 'lines.gross'], as: {} },
    ],
    parties: {
      owner: { departments: ['member'], isMany: false },
      keeper: { departments: ['watch'], isMany: false },
    },
  }),
  recordType('stall', {
    form: 'reason-form',
    access: {
      ...access,
      create: all(department('member'), december),
      cannotCreate: 'Ask for a stall in December.',
    },
  }),
  recordType('check', { parents: ['loan'], office: { department: 'desk' }, access, form: 'reason-form' }),
];

const berth = recordType('berth', {
  form: 'berth-form',
  access,
  lists: {
    mine: {
      name: 'mine',
      title: 'Mine',
      where: party('owner'),
      columns: [
        { value: 'boat', title: 'Boat' },
        { value: 'due', title: 'Due' },
      ],
      filters: [],
      sort: 'due',
      empty: 'Nothing yet.',
    },
  },
});

const berthForm: Form = {
  ...small.forms['reason-form']!,
  hash: 'berth-form',
  title: 'Berth',
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: { boat: { type: 'string' }, starts_on: { type: 'string', format: 'date' } },
  },
};

const days: Clock = {
  name: 'days',
  title: 'Days',
  within: {
    cases: [
      {
        when: {
          test: 'compare',
          subject: { from: 'field', path: path('size') },
          operator: 'is',
          operand: { value: 'large' },
        },
        value: { amount: 7, unit: 'working day' },
      },
    ],
    otherwise: { amount: 3, unit: 'working day' },
  },
  starts: ['open'],
  pauses: ['paused'],
  from: null,
  rests: [],
  stops: ['done'],
  extend: { by: department('desk'), input: null },
  warn: {
    before: { amount: 1, unit: 'working day' },
    then: [{ effect: 'notify', to: { parties: [], isOffice: true, departments: [] }, notice: 'soon' }],
  },
  source: null,
  certainty: null,
  place,
};

/** Of the loan: it is paused while one of its checks waits for the owner. */
const whole: Clock = {
  ...days,
  name: 'whole',
  title: 'Whole',
  within: { amount: 20, unit: 'working day' },
  starts: ['asked'],
  pauses: [],
  rests: [{ type: 'check', states: ['paused'] }],
  stops: ['granted'],
  extend: null,
  warn: null,
};

/** Of the berth: it counts from an answer, which may be given later. */
const season: Clock = {
  ...days,
  name: 'season',
  title: 'Season',
  within: { amount: 1, unit: 'month' },
  from: path('starts_on'),
  starts: ['open'],
  pauses: [],
  stops: ['over'],
  extend: null,
  warn: null,
};

const berths = {
  ...workflow(
    'berth',
    'open',
    [stateOf('open', 'owner'), stateOf('over', null, { isFinal: true })],
    [step('end', ['open'], 'over', { by: null, trigger: { test: 'lapsed', clock: 'season' } })],
  ),
  clocks: { season },
};

const check = (size: string) =>
  ({
    effect: 'create',
    type: 'check',
    forEachKindOf: null,
    forEachInput: null,
    data: { size: { value: size } },
  }) as const;
const toOwner = { parties: ['owner'], isOffice: false, departments: [] };
const slip = { effect: 'document', document: 'slip', variant: null } as const;

const steps = workflow(
  'loan',
  'draft',
  [
    stateOf('draft', 'owner'),
    stateOf('asked', 'children'),
    stateOf('granted', null, { isSettled: true }),
    stateOf('over', null, { isSettled: true }),
    stateOf('closed', null, { isFinal: true }),
    stateOf('withdrawn', null, { isFinal: true }),
  ],
  [
    step('ask', ['draft'], 'asked', {
      by: party('owner'),
      then: [
        ...['small', 'large', 'small', 'small'].map(check),
        { effect: 'notify', to: toOwner, notice: 'asked' },
      ],
    }),
    step('grant', ['asked'], 'granted', { by: null, trigger: every('check', 'done'), then: [slip] }),
    step('withdraw', ['asked'], 'withdrawn', { by: party('owner') }),
    step('remind', ['asked'], 'asked', {
      by: null,
      trigger: { test: 'lapsed', clock: 'whole' },
      then: [{ effect: 'notify', to: toOwner, notice: 'soon' }],
    }),
    step('run-out', ['granted'], 'over', { by: null, trigger: { test: 'expired', document: 'slip' } }),
    step('renew', ['over'], 'granted', { by: party('owner'), then: [slip, slip, slip] }),
    step('stop', ['granted'], 'granted', {
      by: department('desk'),
      then: [{ effect: 'revoke', document: 'slip', as: 'suspended' }],
    }),
    step('close', ['over'], 'closed', {
      by: null,
      trigger: { test: 'after', wait: { amount: 15, unit: 'day' } },
    }),
    step('entrust', ['granted'], 'granted', {
      by: party('owner'),
      pick: { where: department('watch'), isMany: false, atLeast: 1, atMost: 1, ownersIn: null },
      then: [{ effect: 'assign', role: 'keeper', to: { input: 'pick' } }],
    }),
  ],
);

const loan = { ...steps, clocks: { whole } };

const checks = {
  ...workflow(
    'check',
    'open',
    [
      stateOf('open', 'office'),
      stateOf('paused', 'owner'),
      stateOf('late', 'office'),
      stateOf('done', null, { isSettled: true }),
      stateOf('dropped', null, { isFinal: true }),
    ],
    [
      step('finish', ['open', 'late'], 'done', { by: department('desk') }),
      step('pause', ['open'], 'paused', { by: department('desk') }),
      step('resume', ['paused'], 'open', { by: party('owner') }),
      step('extend-days', ['open', 'late'], '', { by: department('desk'), extends: 'days' }),
      step('lapse', ['open'], 'late', { by: null, trigger: { test: 'lapsed', clock: 'days' } }),
      step('drop', ['open', 'paused', 'late'], 'dropped', { by: null, trigger: above('withdrawn') }),
    ],
  ),
  clocks: { days },
};

const notice = (name: string) => ({
  name,
  subject: `${name}: {number}`,
  body: `It is {state}.`,
  channels: ['mail'],
  event: null,
  place,
});

export const lifePortal: Portal = {
  ...small,
  recordTypes: by('type', [...recordTypes, berth]),
  forms: { ...small.forms, 'berth-form': berthForm },
  workflows: by('of', [loan, checks, berths]),
  sets: {},
  kinds: {},
  notices: by('name', [notice('asked'), notice('soon')]),
  documents: {
    slip: {
      name: 'slip',
      title: 'Slip',
      of: ['loan'],
      number: { pattern: 'S-{year}-{sequence:2}', per: ['year'], hasGaps: false },
      valid: { for: { amount: 30, unit: 'day' } },
      paper: 'A4',
      border: 'none',
      seal: null,
      compare: { rows: [], photo: null },
      subject: null,
      read: always,
      isPublic: false,
      blocks: [],
      place,
    },
  },
};
