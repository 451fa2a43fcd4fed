/** The proofs report errors and nothing else: valid configurations that look wrong, and errors that look valid. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { SourceFile } from '../../engine/config/source/source.ts';
import type { ParseCache } from '../../engine/config/stages.ts';

const library = readFiles('tests/fixtures/library').files;
const cache: ParseCache = new Map();

/** The findings in the library with these files replaced or added: the code and the file. */
/** What no test here is about is left out: that something is not used, or has no workflow yet. */
function found(files: Readonly<Record<string, string>>): string[] {
  const told = compiled(files).diagnostics.filter(
    ({ code }) => code !== 'name/unused' && code !== 'record/no-workflow',
  );
  return told.map(({ code, file, message }) => `${code} ${file.replace('config/', '')}: ${message}`);
}

function compiled(files: Readonly<Record<string, string>>): ReturnType<typeof compilePortal> {
  const kept = library.filter(({ name }) => !Object.hasOwn(files, name));
  const written = Object.entries(files).map(([name, text]): SourceFile => ({
    path: `config/${name}`,
    name,
    text,
  }));
  return compilePortal([...kept, ...written], { cache });
}

const textOf = (name: string): string => readFileSync(`tests/fixtures/library/${name}`, 'utf8');

/** The loan's workflow with a waiting state, and these two automatic steps between it and the one before. */
const waiting = (there: string, back: string, more = ''): Record<string, string> => ({
  'workflows/loan.yaml': textOf('workflows/loan.yaml')
    .replace('  lent:', '  waiting: { title: Waiting, waitsFor: children }\n  lent:')
    .replace(
      'stops: [lent, refused]',
      'stops: [lent, refused]\n  second: { within: 1 day, starts: waiting, stops: [lent, refused] }',
    )
    .concat(
      `  there: { from: asked, to: waiting, ${there} }\n  back: { from: waiting, to: asked, ${back} }\n  give-up: { from: waiting, to: refused, by: { department: desk } }\n${more}`,
    ),
});

const anyPaper = 'trigger: { children: checklist, any: { state: [open, sent, accepted] } }';
const sent = 'trigger: { children: checklist, any: { state: sent } }';
const noneSent = 'trigger: { not: { children: checklist, any: { state: sent } } }';

test.each([
  [
    'of the same answer',
    `${anyPaper}, needs: [{ field: copies, above: 2 }]`,
    `${anyPaper}, needs: [{ field: copies, atMost: 2 }]`,
  ],
  [
    'of what is derived from its answers',
    `${anyPaper}, needs: [{ fact: size, is: large }]`,
    `${anyPaper}, needs: [{ fact: size, is: small }]`,
  ],
  [
    'of how many papers there are',
    `${anyPaper}, needs: [{ fact: paper-count, above: 5 }]`,
    `${anyPaper}, needs: [{ fact: paper-count, below: 3 }]`,
  ],
  [
    'of how many papers have come',
    'trigger: { children: checklist, any: { state: sent }, count: { atLeast: 2 } }',
    'trigger: { children: checklist, any: { state: sent }, count: { atMost: 1 } }',
  ],
  [
    'of an answer of the papers',
    'trigger: { children: checklist, any: { field: year, above: 2 } }',
    'trigger: { children: checklist, every: { not: { field: year, above: 2 } }, atLeast: 1 }',
  ],
  ['while a step does something else', `${sent}, then: [{ notify: office, notice: sent }]`, noneSent],
  ['while a step makes records of another kind', `${sent}, then: [{ create: slip }]`, noneSent],
  ['by a clock that runs out once', 'trigger: { lapsed: answer }', anyPaper],
])('two steps of the engine that exclude each other are no circle: %s', (_, there, back) => {
  const files = {
    ...waiting(there, back),
    'records/loan.yaml': textOf('records/loan.yaml').replace(
      'derived:\n',
      'derived:\n  size: { cases: [{ when: { field: copies, above: 2 }, value: large }], else: small }\n',
    ),
    ...(there.includes('notice') && { 'notices/sent.yaml': "subject: 'Papers'\nbody: Look at them.\n" }),
    ...(there.includes('slip') && {
      'records/slip.yaml': 'title: Slip\nparent: loan\naccess: { read: { department: [desk, member] } }\n',
    }),
  };
  expect(found(files)).toEqual([]);
});

test.each([
  ['that both may be true', sent, 'trigger: { children: checklist, any: { state: open } }'],
  [
    'that count what the step makes',
    'trigger: { children: slip, count: { below: 3 } }, then: [{ create: slip }]',
    'trigger: { children: slip, count: { atLeast: 3 } }',
  ],
  [
    'that derive what the step makes',
    `${anyPaper}, needs: [{ fact: slips, below: 3 }], then: [{ create: slip }]`,
    `${anyPaper}, needs: [{ fact: slips, atLeast: 3 }]`,
  ],
  [
    'that need more papers than a few',
    'trigger: { children: checklist, any: { state: sent }, count: { atLeast: 5 } }',
    'trigger: { children: checklist, any: { state: open }, count: { atLeast: 5 } }',
  ],
  ['that one of two clocks fires', 'trigger: { any: [{ lapsed: answer }, { lapsed: second }] }', anyPaper],
])('steps of the engine go round in circles: with conditions %s', (_, there, back) => {
  const files = {
    ...waiting(there, back),
    'records/loan.yaml': textOf('records/loan.yaml').replace(
      'derived:\n',
      'derived:\n  slips: { count: slip }\n',
    ),
    'records/slip.yaml': 'title: Slip\nparent: loan\naccess: { read: { department: [desk, member] } }\n',
  };
  expect(found(files)).toContainEqual(expect.stringContaining('workflow/circle workflows/loan.yaml'));
});

test('papers that never move by themselves do not drive the circle of what they belong to', () => {
  const files = {
    ...waiting(
      `${anyPaper}, needs: [{ field: copies, above: 2 }]`,
      `${anyPaper}, needs: [{ field: copies, atMost: 2 }]`,
    ),
    'workflows/checklist.yaml': textOf('workflows/checklist.yaml')
      .replace('  accepted:', '  looked-at: { title: Looked at, waitsFor: office }\n  accepted:')
      .replace('from: sent, to: accepted', 'from: [sent, looked-at], to: accepted')
      .concat(
        '  look: { from: sent, to: looked-at, trigger: { parent: { state: asked } } }\n  turn: { from: looked-at, to: sent, trigger: { not: { parent: { state: asked } } } }\n',
      ),
    'records/checklist.yaml': textOf('records/checklist.yaml').replace(
      'where: { state: sent }',
      'where: { state: [sent, looked-at] }',
    ),
  };
  expect(found(files)).toEqual([]);
});

/** Bags and parcels of one loan that fill and empty by these facts; each counts the other. */
function siblings(facts: string, [fill, empty]: readonly [string, string]): Record<string, string> {
  const example = 'tests/diagnostics/workflow-circle.of-siblings';
  const read = (name: string) => readFileSync(`${example}/${name}`, 'utf8');
  const moved = (of: string, other: string) => `of: ${of}
initial: open
states: { open: { title: Open }, full: { title: Full }, gone: { title: Gone, final: true } }
transitions:
  fill: { from: open, to: full, trigger: { parent: { state: asked } }, needs: [{ ${fill.replace('OTHER', other)}, message: No. }] }
  empty: { from: full, to: open, trigger: { parent: { state: asked } }, needs: [{ ${empty.replace('OTHER', other)}, message: No. }] }
  send: { from: [open, full], to: gone, trigger: { parent: { state: [lent, refused] } } }
`;
  return {
    'records/loan.yaml': textOf('records/loan.yaml').replace('derived:\n', `derived:\n${facts}`),
    'records/bag.yaml': read('records/bag.yaml'),
    'records/parcel.yaml': read('records/parcel.yaml'),
    'workflows/loan.yaml': textOf('workflows/loan.yaml').replace(
      'needs: [{ form: complete }]',
      'needs: [{ form: complete }], then: [{ create: parcel }, { create: bag }]',
    ),
    'workflows/bag.yaml': moved('bag', 'parcel'),
    'workflows/parcel.yaml': moved('parcel', 'bag'),
  };
}

const counts = (where: string) =>
  ['bag', 'parcel'].map((type) => `  n-${type}: { count: ${type}${where} }\n`).join('');
const some = 'fact: n-OTHER, atLeast: 1';
const none = 'fact: n-OTHER, is: 0';

test.each([
  ['all of them', counts('')],
  ['those in a state that none reaches by itself', counts(', where: { state: gone }')],
  ['those in any state of the circle', counts(', where: { state: [open, full] }')],
  ['those of which something else holds', counts(', where: { office: desk }')],
])('siblings that count each other and that the count does not tell apart are no circle: %s', (_, facts) => {
  expect(found(siblings(facts, [some, none]))).toEqual([]);
});

test.each([
  ['in one state of the circle', counts(', where: { state: full }'), some, none],
  ['not in one state of the circle', counts(', where: { not: { state: open } }'), some, none],
  [
    'in one state, as a share of all of them',
    ['bag', 'parcel']
      .map(
        (type) =>
          `  n-${type}: { percent: { count: ${type}, where: { state: full } }, of: { count: ${type} } }\n`,
      )
      .join(''),
    some,
    none,
  ],
])('siblings drive each other in circles: where they count those %s', (_, facts, fill, empty) => {
  const circles = found(siblings(facts, [fill, empty]));
  expect(circles).toEqual(
    ['bag', 'parcel'].map((type) => expect.stringContaining(`workflow/circle workflows/${type}.yaml`)),
  );
});

const granted = (flag: string): Record<string, string> => ({
  'portal.yaml': textOf('portal.yaml').concat(`  lend: ${flag}\n`),
  'workflows/loan.yaml': textOf('workflows/loan.yaml').replace('can: access }', 'can: lend }'),
});
const ofDesk = (flag: string) => ({
  'departments/desk.yaml': textOf('departments/desk.yaml').concat(`flags: { lend: ${flag} }\n`),
});

test('whoever grants only what they have, or begins with it and passes it on, does not promote themselves', () => {
  expect(found(granted('{ default: true, grantedBy: { department: desk, can: lend } }'))).toEqual([]);
  const own = '{ default: true, grantedBy: { department: desk } }';
  expect(
    found({ ...granted('{ default: false, grantedBy: { department: desk } }'), ...ofDesk(own) }),
  ).toEqual([]);
});

test('a head who begins with a flag and grants it to those who work with it does not promote themselves', () => {
  const files = {
    'portal.yaml': textOf('portal.yaml').concat(
      '  lend: { default: true, grantedBy: { department: director } }\n',
    ),
    'workflows/loan.yaml': textOf('workflows/loan.yaml').replace(
      'by: { department: desk, can: access }',
      'by: { department: [desk, director], can: lend }',
    ),
    'routes/staff.yaml': textOf('routes/staff.yaml').concat(
      '  director.loan: { area: director, path: "/director/loan/{slug}", params: { slug: loan }, title: Loan, screen: record, of: loan }\n',
    ),
  };
  expect(found(files)).toEqual([]);
});

test('whoever grants what they do not begin with promotes themselves', () => {
  const wrong = [expect.stringContaining('flag/self-promotion workflows/loan.yaml')];
  expect(found(granted('{ default: true, initial: false, grantedBy: { department: desk } }'))).toEqual(wrong);
  expect(found(granted('{ default: true, grantedBy: { department: desk, can: access } }'))).toEqual(wrong);
  const later = '{ default: true, initial: false, grantedBy: { department: desk } }';
  expect(
    found({ ...granted('{ default: false, grantedBy: { department: desk } }'), ...ofDesk(later) }),
  ).toEqual(wrong);
});

test('a misspelt word in who grants a flag is found', () => {
  expect(found(granted('{ default: true, grantedBy: { department: director, can: acess } }'))).toEqual([
    expect.stringContaining('condition/unknown-flag portal.yaml'),
  ]);
});

test('a party of no department in particular needs one page, not one for every department', () => {
  const files = {
    'records/loan.yaml': textOf('records/loan.yaml')
      .replace('parties:\n', 'parties:\n  reader: { many: true }\n')
      .replace('any: [{ party: owner }', 'any: [{ party: owner }, { party: reader }'),
    'workflows/loan.yaml': textOf('workflows/loan.yaml').replace(
      'by: { department: desk } }\n',
      'by: { any: [{ department: desk }, { party: reader }], not: { did: ask } } }\n',
    ),
  };
  expect(found(files)).toEqual([]);
});

test('a list shows a value that the record or the one above derives from others, as documented', () => {
  const files = {
    'records/loan.yaml': textOf('records/loan.yaml')
      .replace(
        'columns: [number, state, paper-count]',
        'columns: [number, paper-count]\n    filters: [paper-count]',
      )
      .replace('sort: -created', 'sort: -paper-count'),
    'records/checklist.yaml': textOf('records/checklist.yaml').replace(
      '[number, owner, created]',
      '[number, loan.paper-count]',
    ),
  };
  expect(found(files)).toEqual([]);
});

test('a right may ask for a value that the engine derives for an account', () => {
  const derived = 'derived: { borrows: { exists: loan, where: { party: owner, state: lent } } }\n';
  const files = {
    'departments/member.yaml': `${textOf('departments/member.yaml')}${derived}`,
    'records/loan.yaml': textOf('records/loan.yaml').replace(
      'create: { department: member }',
      'create: { department: member, flag: borrows, is: true }',
    ),
  };
  expect(found(files)).toEqual([]);
  expect(found({ ...files, 'departments/member.yaml': textOf('departments/member.yaml') })).not.toEqual([]);
});

test('a column of a derived value without a title of its own is headed by words and not by the key', () => {
  const { portal } = compiled({
    'records/loan.yaml': textOf('records/loan.yaml').replace(
      'columns: [number, state, paper-count]',
      'columns: [number, paper-count]',
    ),
    'records/checklist.yaml': textOf('records/checklist.yaml').replace(
      '[number, owner, created]',
      '[number, loan.paper-count]',
    ),
  });
  const titles = [
    portal?.recordTypes['loan']?.lists['mine'],
    portal?.recordTypes['checklist']?.lists['sent'],
  ];
  const headed = ['Number', 'Paper count'];
  expect(titles.map((list) => list?.columns.map(({ title }) => title))).toEqual([headed, headed]);
});

test('what the message about a step’s answer advises is sound', () => {
  const files = {
    'workflows/loan.yaml': textOf('workflows/loan.yaml').replace(
      'input: reason }',
      'input: reason, saves: true }',
    ),
    'records/loan.yaml': textOf('records/loan.yaml').replace(
      'derived:\n',
      'derived:\n  refuse-reason: { cases: [{ when: { field: refuse.reason, exists: true }, value: { field: refuse.reason } }], else: null }\n',
    ),
    'requirements/membership/student.yaml': textOf('requirements/membership/student.yaml').concat(
      '    reason: { title: Why the desk refused, type: string, from: { field: loan.refuse-reason } }\n',
    ),
  };
  expect(found(files)).toEqual([]);
});

const clockOf = (pauses: string, more = '') => ({
  'workflows/loan.yaml': textOf('workflows/loan.yaml')
    .replace('  lent:', '  waiting: { title: Waiting, waitsFor: children }\n  lent:')
    .replace('within: { office: answerTime }', `within: 5 working days\n    pauses: ${pauses}`)
    .concat(
      '  wait: { from: asked, to: waiting, by: { department: desk } }\n',
      '  go-on: { from: waiting, to: asked, trigger: { children: checklist, every: { state: accepted }, atLeast: 0 } }\n',
      more,
    ),
  'workflows/checklist.yaml': textOf('workflows/checklist.yaml').replace(
    'transitions:',
    'clocks:\n  mend: { within: 30 working days, starts: open, pauses: sent, stops: accepted }\ntransitions:',
  ),
});

test('what runs only while the outer clock stands still does not have to fit into it', () => {
  expect(found(clockOf('{ children: checklist, waitsFor: owner }'))).toEqual([]);
  expect(found(clockOf('{ children: checklist, waitsFor: office }'))).toEqual([
    expect.stringContaining('clock/does-not-fit workflows/loan.yaml'),
  ]);
});

/** The findings if an automatic step stays in its state. */
const stays = (trigger: string): string[] =>
  found(
    clockOf(
      '{ children: checklist, waitsFor: owner }',
      `  remind: { from: asked, to: asked, trigger: ${trigger} }\n`,
    ),
  );

test('a step that a clock fires may stay in its state, and no other of the engine', () => {
  expect(stays('{ lapsed: answer }')).toEqual([]);
  const never = [expect.stringContaining('workflow/never-fires workflows/loan.yaml')];
  expect(stays('{ after: 3 days }')).toEqual(never);
  expect(stays('{ any: [{ lapsed: answer }, { after: 3 days }] }')).toEqual(never);
});

const season = (from: string, until: string): string =>
  `trigger: { today: { from: ${from}, until: ${until} } }`;

test('steps of two times of the year that do not meet are no circle, and those that meet are one', () => {
  const days =
    "working: [mon]\nofficeHours: { from: '09:00', to: '17:00' }\nnamed:\n" +
    ['spring: 03-20', 'spring-end: 06-20', 'autumn: 09-22', 'autumn-end: 12-20']
      .map((one) => `  ${one.replace(/: (.*)/, ': { title: A day, day: $1 }')}\n`)
      .join('');
  const apart = waiting(season('spring', 'spring-end'), season('autumn', 'autumn-end'));
  expect(found({ ...apart, 'calendar/days.yaml': days })).toEqual([]);
  const together = waiting(season('spring', 'autumn'), season('autumn', 'autumn-end'));
  expect(found({ ...together, 'calendar/days.yaml': days })).toEqual([
    expect.stringContaining('workflow/circle'),
  ]);
});

/** What is told of a loan of the desk that a notice to this department shows. */
const toldTo = (department: string) =>
  found({
    'records/loan.yaml': textOf('records/loan.yaml')
      .replace('{ department: [desk, director] }', '{ office: own, unit: any }')
      .replace('derived:', 'verified: { state: lent, fields: [book] }\nderived:'),
    'workflows/loan.yaml': textOf('workflows/loan.yaml')
      .replaceAll('by: { department: desk', 'by: { office: own, unit: any')
      .concat(
        `  mend: { from: lent, to: draft, by: { party: owner }, then: [{ notify: { department: ${department} }, notice: told }] }\n`,
      ),
    'notices/told.yaml': "subject: A loan\nbody: 'About {number}: {copies} of {book}.'\n",
  }).filter((one) => /^(?:notice|verified)\//.test(one));

test('the only office that a record can have is known by its department, and another one is not', () => {
  expect(toldTo('desk')).toEqual([]);
  expect(toldTo('director')).toEqual([expect.stringContaining('notice/hidden-field notices/told.yaml')]);
});

const blindTo = (readers: string): string[] =>
  found({
    'records/loan.yaml': textOf('records/loan.yaml').replace('{ department: [desk, director] }', readers),
  }).filter((one) => one.startsWith('workflow/cannot-read'));

test('people of the only office read its records as their office', () => {
  expect(blindTo('{ office: own }')).toEqual([]);
  expect(blindTo('{ department: director }')).toHaveLength(1);
});

test('a step may lead from the papers to a good end when another is shut, also if only the owner takes it', () => {
  const stuck = 'tests/diagnostics/workflow-stuck.owner/workflows';
  const workflow = readFileSync(`${stuck}/loan.yaml`, 'utf8').replace(
    '  lost: { title: Lost, tone: bad, final: true }\n',
    '',
  );
  const goOn = `  go-on: { from: checking, to: lent, by: { all: [{ party: owner }, { not: { did: ask } }] }, needs: [{ children: checklist, every: { state: lost }, atLeast: 1, message: No. }] }\n`;
  const stuckWith = (more: string) =>
    found({
      'workflows/checklist.yaml': readFileSync(`${stuck}/checklist.yaml`, 'utf8'),
      'workflows/loan.yaml': `${workflow}${more}`,
    }).filter((one) => one.startsWith('workflow/stuck'));
  expect(stuckWith('')).toHaveLength(1);
  expect(stuckWith(goOn)).toEqual([]);
});

/** The first page of members lists their loans. Guests borrow too, and have the pages of everybody who has signed in. */
const servedBy = (pages: string) =>
  found({
    'departments/guest.yaml': readFileSync('tests/diagnostics/record-no-page/departments/guest.yaml', 'utf8'),
    'records/loan.yaml': textOf('records/loan.yaml').replaceAll(
      'department: member }',
      'department: [member, guest] }',
    ),
    'routes/member.yaml': textOf('routes/member.yaml').replace(
      / {2}member\.ask:[^]*?(?= {2}member\.messages)/,
      '',
    ),
    'routes/guest.yaml':
      'chain: area\narea: guest\nroutes:\n  guest.index: { path: /guest, title: Messages, screen: messages }\n',
    'routes/all.yaml': `guards: [signed-in]\nroutes:\n${pages}`,
  }).filter((one) => one.startsWith('record/no-page'));

test('a page that everybody may open serves each department of a party', () => {
  const list = '  all.loans: { path: /my-loans, title: My loans, screen: list, of: loan/mine }\n';
  const other = '  all.papers: { path: /papers, title: Papers, screen: list, of: checklist/sent }\n';
  expect(servedBy(list)).toEqual([]);
  expect(servedBy(other)).toHaveLength(1);
});

/** Findings of fees where this step assesses an estimate that counts no refund. */
const estimatedIn = (step: string) => {
  const { files } = readFiles('tests/diagnostics/fee-refund-left-out');
  const texts = Object.fromEntries(files.map(({ name, text }) => [name, text]));
  const workflow = (texts['workflows/loan.yaml'] ?? '').replace(', then: [{ assess: long-loan }]', '');
  const line = new RegExp(`( {2}${step}: .*) }\n`);
  return found({
    ...texts,
    'workflows/loan.yaml': workflow.replace(line, '$1, then: [{ assess: long-loan }] }\n'),
  }).filter((one) => one.startsWith('fee/'));
};

test('an estimate that no refund can come before does not count refunds', () => {
  expect(estimatedIn('bring-back')).toHaveLength(1);
  expect(estimatedIn('ask')).toEqual([]);
});

/** Findings where a line of this title has the rate and the tags of the line "Card". */
const besideCard = (title: string) =>
  found({
    'fees/loan.yaml': `title: Fees
of: loan
tags: { lending: Lending }
lines:
  - { id: card, title: Card, amount: 50, per: { field: copies }, tags: [lending] }
  - { id: paper, title: ${title}, amount: 50, per: { field: copies }, tags: [lending] }
`,
    'workflows/loan.yaml': textOf('workflows/loan.yaml').replace(
      /( {2}lend: .*) }\n/,
      '$1, then: [{ assess: loan }] }\n',
    ),
  }).filter((one) => one.startsWith('fee/twice'));

test('two fees of one rate for one quantity are different fees if their titles differ', () => {
  expect(besideCard('Clearance')).toEqual([]);
  expect(besideCard('Card')).toHaveLength(1);
});

test('an answer that is a number can be one of a list of numbers', () => {
  const { portal } = compiled({
    'forms/loan.yaml': textOf('forms/loan.yaml').replace(
      '{ field: is_student, is: true }',
      '{ field: copies, is: [2, 3] }',
    ),
  });
  const form = portal?.forms[portal.recordTypes['loan']?.form ?? ''];
  expect(form?.conditions.map(({ when }) => when)).toEqual([
    expect.objectContaining({ operator: 'in', operand: { value: [2, 3] } }),
  ]);
});
