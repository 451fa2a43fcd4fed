/** Form files and the compiled forms. */
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compilePortal } from '../../../engine/config/compile.ts';
import { readFiles } from '../../../engine/config/read-files.ts';
import type { Form } from '../../../engine/portal/model/form.ts';
import { validateAnswers, type AnswerCheck } from '../../../engine/portal/forms/form-verdict.ts';
import { errorsInEnglish } from '../../portal/in-english.ts';
import { normaliseAnswers } from '../../../engine/portal/forms/written-answers.ts';
import { factsOfForm, specialiseForm } from '../../../engine/portal/forms/specialise-form.ts';
import { signedOut } from '../../../engine/portal/model/department.ts';
import { createRandom } from '../../../engine/simulation/town/random.ts';
import { sampleOf } from '../../../engine/simulation/town/sample.ts';
import { readPortal } from '../../server/read-portal.ts';

const library = fileURLToPath(new URL('../../fixtures/library', import.meta.url));

function compile(text: string, more: Readonly<Record<string, string>> = {}): { form: Form; codes: string[] } {
  const files = readFiles(library).files;
  const added = Object.entries({ 'forms/tried.yaml': `title: Tried\ntype: object\n${text}`, ...more });
  const sources = added.map(([name, content]) => ({ path: `config/${name}`, name, text: content }));
  const { portal, diagnostics } = compilePortal([...files, ...sources], { proofs: false });
  const form = Object.values(portal?.forms ?? {}).find(({ title }) => title === 'Tried');
  if (form === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const codes = diagnostics
    .filter(({ file }) => added.some(([name]) => file.endsWith(name)))
    .map(({ code }) => code);
  return { form, codes };
}

function judged(form: Form, data: Record<string, unknown>, draft = false): Record<string, string[]> {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(form.schema);
  const check: AnswerCheck = (answers) => (validate(answers) ? [] : (validate.errors ?? []));
  return errorsInEnglish(validateAnswers(form, data, { draft, check }));
}

const rental = `
required: [rented, rent, owner_paper]
properties:
  rented: { type: boolean, title: Rented? }
  rent: { type: string, title: Rent, format: money, when: { field: rented, is: true } }
  owner_paper: { type: string, title: Paper, when: { field: rented, is: false } }
`;

test('asks a question only while its condition holds, and then requires it', () => {
  const { form, codes } = compile(rental);
  expect(codes).toEqual([]);
  expect(judged(form, {})).toEqual({ rented: ['Choose an answer.'] });
  expect(judged(form, { rented: true })).toEqual({ rent: ['Enter an amount.'] });
  expect(judged(form, { rented: false, owner_paper: 'T-1' })).toEqual({});
  expect(judged(form, { rented: false, owner_paper: 'T-1', rent: 'left over from before' })).toEqual({});
});

test('leaves a draft open, but looks at what has been answered', () => {
  const { form } = compile(rental);
  expect(judged(form, { rented: true }, true)).toEqual({});
  expect(Object.keys(judged(form, { rented: true, rent: '12,5' }, true))).toEqual(['rent']);
});

test('a fragment may read questions of the forms that include it, and each of them must have those', () => {
  const more = {
    'forms/abroad.yaml':
      'title: Abroad\ntype: object\nproperties:\n  visa: { type: string, title: Visa, when: { field: is_foreign, is: true } }\n',
  };
  const including = (name: string) =>
    compile(
      `properties:\n  ${name}: { type: boolean, title: Foreign? }\n  stay: { $ref: abroad, title: Stay }\n`,
      more,
    ).codes;
  expect(including('is_foreign')).toEqual([]);
  expect(() => including('is_foreigner')).toThrow('The field "is_foreign" is not in the form.');
});

test.each(['0', '1320.10', '999999999999999.9'])('takes %s as an amount', (rent) => {
  expect(judged(compile(rental).form, { rented: true, rent })).toEqual({});
});

test.each(['', '1,320.10', '1320.105', '-5', '.5', '1e3'])('refuses "%s" as an amount', (rent) => {
  expect(Object.keys(judged(compile(rental).form, { rented: true, rent }))).toEqual(['rent']);
});

test.each([
  ['09171234567', true],
  ['+63 917 123 4567', true],
  ['(036) 288-1234', true],
  ['12345', false],
  ['call me', false],
])('telephone number %s fits: %s', (number, fits) => {
  const { form } = compile('properties:\n  call: { type: string, title: Call, format: phone }\n');
  expect(Object.keys(judged(form, { call: number })).length === 0).toBe(fits);
});

test('inlines a fragment of forms/ with its own conditions, and what stands beside the reference wins', () => {
  const person = `
title: Person
type: object
required: [name, guardian]
properties:
  name: { type: string, title: Name }
  minor: { type: boolean, title: Minor }
  guardian: { type: string, title: Guardian, when: { field: minor, is: true } }
`;
  const { form, codes } = compile(
    'properties:\n  head: { $ref: person, title: Head of the desk }\n  crew: { type: array, title: Crew, items: { $ref: person } }\n',
    { 'forms/person.yaml': person },
  );
  expect(codes).toEqual([]);
  expect(form.conditions.map(({ property }) => property)).toEqual(['head.guardian', 'crew.guardian']);
  expect(
    judged(form, { head: { name: 'Ana', minor: true }, crew: [{ name: 'Ben' }, { minor: true }] }),
  ).toEqual({
    'head.guardian': ['Enter “Guardian”.'],
    'crew.1.name': ['Enter “Name”.'],
    'crew.1.guardian': ['Enter “Guardian”.'],
  });
  expect(form.schema).toMatchObject({ properties: { head: { title: 'Head of the desk' } } });
});

test('takes the answers of a question from a lookup, with labels beside them', () => {
  const { form } = compile('properties:\n  shelf: { type: string, title: Shelf, lookup: tried-shelves }\n', {
    'lookups/tried-shelves.yaml':
      'title: Shelves\nrows:\n  - { value: a, label: Atlases }\n  - { value: b, label: Books }\n',
  });
  expect(form.schema).toMatchObject({ properties: { shelf: { type: 'string', enum: ['a', 'b'] } } });
  expect(form.uiSchema).toMatchObject({ shelf: { 'ui:enumNames': ['Atlases', 'Books'] } });
});

test('looks after what JSON Schema has no words for', () => {
  const { form } = compile(`
required: [reason]
properties:
  price: { type: string, title: Price, format: money }
  reason: { type: string, title: Reason, when: { field: price, above: 1000 } }
`);
  expect(form.conditions[0]).toMatchObject({ isInSchema: false });
  expect(judged(form, { price: '999.99' })).toEqual({});
  expect(judged(form, { price: '1000.01' })).toEqual({ reason: ['Enter “Reason”.'] });
});

test('sums come out exactly, amounts too', () => {
  const { form } = compile(`
properties:
  first: { type: string, title: First, format: money }
  second: { type: string, title: Second, format: money }
  whole: { type: string, title: Whole, format: money }
verify:
  - { field: first, plus: second, is: { field: whole }, message: The parts must make the whole. }
`);
  expect(judged(form, { first: '0.1', second: '0.2', whole: '0.30' })).toEqual({});
  expect(judged(form, { first: '0.1', second: '0.2', whole: '0.31' })).toEqual({
    whole: ['The parts must make the whole.'],
  });
  expect(judged(form, { first: '0.1', whole: '0.31' })).toEqual({});
});

test('a part is not larger than the whole, and the message is at the part', () => {
  const { form } = compile(`
properties:
  men: { type: integer, title: Men }
  women: { type: integer, title: Women }
  staff: { type: integer, title: Staff, compute: { sum: [men, women] } }
  residents: { type: integer, title: Residents }
verify:
  - { field: residents, atMost: { field: staff }, message: Enter no more than all staff. }
  - { field: men, plus: women, atMost: 50, message: At most 50. }
`);
  expect(judged(form, { men: 2, women: 3, staff: 5, residents: 5 })).toEqual({});
  expect(judged(form, { men: 2, women: 3, staff: 5, residents: 6 })).toEqual({
    residents: ['Enter no more than all staff.'],
  });
  expect(judged(form, { residents: 6 })).toEqual({});
  expect(judged(form, { men: 50, women: 1 })).toEqual({ men: ['At most 50.'] });
});

test('a form has the same hash for the same words, and another for any other', () => {
  const [one, same, other] = [rental, `${rental}\n# remark\n`, rental.replace('Rent,', 'Rents,')].map(
    (text) => compile(text).form.hash,
  );
  expect(one).toBe(same);
  expect(one).not.toBe(other);
  expect(one).toMatch(/^[\w-]{43}$/);
});

test('a question that depends on who looks is decided for the record', () => {
  const { form } = compile(`
required: [note]
properties:
  note: { type: string, title: Note, when: { signedIn: true } }
  more: { type: string, title: More, when: { all: [{ signedIn: true }, { field: note, exists: true }] } }
`);
  expect(form.factual.map(({ property }) => property)).toEqual(['note', 'more']);
  const scope = { portal: { ...nowhere }, visitor: signedOut };
  const closed = specialiseForm(form, factsOfForm(form, scope));
  expect(judged({ ...closed, hash: '' }, { note: 'kept' })).toEqual({});
  const open = specialiseForm(
    form,
    factsOfForm(form, { ...scope, visitor: { ...signedOut, signedIn: true } }),
  );
  expect(judged({ ...open, hash: '' }, {})).toEqual({ note: ['Enter “Note”.'] });
  expect(open.conditions.map(({ property }) => property)).toEqual(['more']);
});

const nowhere = {
  departments: {},
  aliases: {},
  groups: {},
  guards: {},
  routes: [],
  login: '',
  messages: {},
};

test('every form of the municipality takes its own examples', async () => {
  const { files } = readFiles('config');
  const portal = await readPortal();
  const tried = files
    .filter(({ name }) => name.startsWith('forms/'))
    .map(({ text }) => parse(text) as { title: string; examples?: Record<string, unknown>[] })
    .flatMap(({ title, examples = [] }) => {
      const form = Object.values(portal.forms).find((one) => one.title === title);
      return form === undefined ? [] : examples.map((example) => [title, judged(form, example)]);
    });
  expect(tried.length).toBeGreaterThan(3);
  expect(tried.filter(([, errors]) => Object.keys(errors ?? {}).length > 0)).toEqual([]);
});

const streets = `title: Streets
rows:
  - { value: high, label: High Street, district: north }
  - { value: low, label: Low Street, district: south }
`;

test('offers the rows of a lookup that belong to another answer', () => {
  const { form, codes } = compile(
    `
properties:
  district: { type: string, title: District, enum: [north, south] }
  street: { type: string, title: Street, lookup: street, within: { field: district, column: district } }
`,
    { 'lookups/street.yaml': streets },
  );
  expect(codes).toEqual([]);
  expect(form.uiSchema.street).toMatchObject({ 'ui:within': { field: 'district', of: ['north', 'south'] } });
  expect(judged(form, { district: 'north', street: 'high' })).toEqual({});
  expect(judged(form, { street: 'low' })).toEqual({});
  expect(Object.keys(judged(form, { district: 'north', street: 'low' }))).toEqual(['street']);
});

test.each([
  ['{ field: town, column: district }', 'The field "town" is not in the form.'],
  ['{ field: district, column: town }', 'The field "town" is not in the form.'],
])('says that %s names nothing', (within, said) => {
  const form = `
properties:
  district: { type: string, title: District }
  street: { type: string, title: Street, lookup: street, within: ${within} }
`;
  expect(() => compile(form, { 'lookups/street.yaml': streets })).toThrow(said);
});

const evil = `{ type: string, pattern: '^(a|a)*$' }`;

test.each([
  ['a question', evil],
  ['rows', `{ type: array, items: ${evil} }`],
  ['first rows', `{ type: array, prefixItems: [${evil}], items: { type: string } }`],
  ['one row', `{ type: array, contains: ${evil} }`],
  ['alternatives', `{ anyOf: [{ const: x }, ${evil}] }`],
  ['a branch', `{ type: string, if: ${evil}, then: { minLength: 2 } }`],
  ['what must not be', `{ type: string, not: ${evil} }`],
  ['other answers', `{ type: object, additionalProperties: ${evil} }`],
  ['names of answers', `{ type: object, propertyNames: ${evil} }`],
  ['answers by their name', `{ type: object, patternProperties: { '^(a|a)*$': true } }`],
  ['an answer beside another', `{ type: object, dependentSchemas: { a: { properties: { b: ${evil} } } } }`],
  [
    'an answer beside another, as older forms say it',
    `{ type: object, dependencies: { a: { properties: { b: ${evil} } } } }`,
  ],
  ['a fragment', `{ $ref: fragment }`],
])('finds a pattern that backtracks in %s', (_, question) => {
  const fragment = { 'forms/fragment.yaml': `title: Fragment\n${evil.slice(2, -2).replace(', ', '\n')}\n` };
  const more = question.includes('$ref') ? fragment : {};
  expect(() => compile(`properties:\n  tried: ${question}\n`, more)).toThrow(
    'can double with each character',
  );
});

const compiled = (more: string) => () => compile(`properties:\n  tried: { type: string, ${more} }\n`);

test('a large pattern needs a short text', () => {
  expect(compiled(`pattern: '^[A-Z]{1,400}-$'`)).toThrow(
    'has 401 characters when its repetitions are written out',
  );
  expect(compiled(`pattern: '^[A-Z]{1,400}-$', maxLength: 4988`)).toThrow('may have 4988.');
  expect(compiled(`pattern: '^[A-Z]{1,400}-$', maxLength: 4987`)().codes).toEqual([]);
  expect(compiled(`pattern: '[A-Z]+-$'`)().codes).toEqual([]);
  // Keywords beside a fragment may lengthen the text that is tried on the fragment's pattern.
  const fragment = {
    'forms/short.yaml': `title: Short\ntype: string\nmaxLength: 100\npattern: '^[A-Z]{1,400}-$'\n`,
  };
  const longer = `properties:\n  tried: { $ref: short, maxLength: 5000 }\n`;
  expect(() => compile(longer, fragment)).toThrow('may have 5000.');
});

test.each([
  'a(?=.*[0-9]).*$',
  '(?<=a)b',
  String.raw`(a)\1`,
  '^(?i:a)$',
  '^a{1001}$',
  '^(a{30}){40}$',
  '^(abcdef){1000}$',
])('finds that %s is not linear', (pattern) =>
  expect(compiled(`pattern: '${pattern}'`)).toThrow('in linear time'),
);

test.each([
  '^([^,]*,){20}P',
  '^[A-Z0-9][A-Z0-9-]{5,29}$',
  String.raw`^(\d{3}-?){3}$`,
  String.raw`^\p{L}+( \p{L}+)*$`,
])('accepts %s, which matches each text in one way only', (pattern) =>
  expect(compiled(`pattern: '${pattern}'`)().codes).toEqual([]),
);

test('a text with a pattern has a limit, also where the question says none', () => {
  const { form } = compile(`properties:\n  tried: { type: string, pattern: '^[a-z]*$' }\n`);
  expect(judged(form, { tried: 'a'.repeat(10_000) })).toEqual({});
  expect(Object.keys(judged(form, { tried: 'a'.repeat(10_001) }))).toEqual(['tried']);
});

const square = (west: number, south: number) => [
  [
    [west, south],
    [west + 1, south],
    [west + 1, south + 1],
    [west, south + 1],
    [west, south],
  ],
];

/** The branches harbour and hill, by where their west is. */
const branchesAt = (...west: readonly number[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: west.map((degrees, index) => ({
      type: 'Feature',
      properties: { value: index === 0 ? 'harbour' : 'hill' },
      geometry: { type: 'Polygon', coordinates: square(degrees, 50) },
    })),
  });

/** Two branches side by side. */
const districts = branchesAt(10, 11);

const placed = `
required: [site]
properties:
  site: { type: string, title: Site, format: location, districts: branch }
  branch: { type: string, title: Branch, lookup: branch, compute: { district: site } }
  fields:
    type: array
    maxItems: 20
    items:
      type: object
      properties:
        yard: { type: string, title: Yard, format: location, shape: area, districts: branch, outside: allowed }
        at: { type: string, title: At, lookup: branch, compute: { district: yard } }
`;

test('asks for a place in a district, and computes which', () => {
  const { form, codes } = compile(placed, { 'districts/branch.geojson': districts });
  expect(codes).toEqual([]);
  const answered = (site: string) => normaliseAnswers(form, { site, branch: 'sent by a program' }, ['en']);
  expect(answered('50.5, 11.5')).toEqual({ site: 'POINT (11.5 50.5)', branch: 'hill' });
  expect(judged(form, answered('50.5, 11.5'))).toEqual({});
  expect(judged(form, {})).toEqual({ site: ['Choose a place on the map, or enter its coordinates.'] });
  expect(answered('50.5, 13')).toEqual({ site: 'POINT (13 50.5)' });
  expect(judged(form, answered('50.5, 13'))).toEqual({
    site: ['Choose a place inside the boundaries on the map.'],
  });
  // A draft may be outside, but not anything.
  expect(judged(form, answered('50.5, 13'), true)).toEqual({});
  expect(Object.keys(judged(form, answered('by the sea'), true))).toEqual(['site']);
});

test.each([
  ['keeps its district', branchesAt(10, 11)],
  ['keeps it where its successor is now', branchesAt(10, 10)],
  ['has none any more', branchesAt(10)],
])('a retired row %s', (_, outlines) => {
  const { form, codes } = compile(placed, {
    'lookups/branch.yaml': `title: Branches
public: true
rows:
  - { value: harbour, label: Harbour branch }
  - { value: hill, label: Hill branch, retired: true }
`,
    'districts/branch.geojson': outlines,
  });
  expect(codes).toEqual([]);
  const answered = (site: string) => normaliseAnswers(form, { site }, ['en']);
  expect(answered('50.5, 10.5')).toEqual({ site: 'POINT (10.5 50.5)', branch: 'harbour' });
  expect(Object.keys(judged(form, answered('50.5, 11.5')))).toEqual(['site']);
});

test('asks for an area in the rows of a list, and lets it lie outside', () => {
  const { form } = compile(placed, { 'districts/branch.geojson': districts });
  const answers = (...yards: string[]) =>
    normaliseAnswers(form, { site: '50.5, 10.5', fields: yards.map((yard) => ({ yard })) }, ['en']);
  const inside = answers('50.1, 10.1\n50.1, 10.2\n50.2, 10.2', '1, 1\n1, 2\n2, 2');
  expect(inside['fields']).toEqual([
    { yard: 'POLYGON ((10.1 50.1,10.2 50.1,10.2 50.2,10.1 50.1))', at: 'harbour' },
    { yard: 'POLYGON ((1 1,2 1,2 2,1 1))' },
  ]);
  expect(judged(form, inside)).toEqual({});
  expect(judged(form, answers('1, 1\n1, 2'))).toEqual({
    'fields.0.yard': [
      'Mark at least 3 and at most 100 corners on the map, or enter one corner a line, such as 14.5995, 120.9842.',
    ],
  });
  expect(judged(form, answers('0, 0\n1, 1\n1, 0\n0, 1'))).toEqual({
    'fields.0.yard': ['The outline crosses itself. Move or remove a corner.'],
  });
});

test('a form made of other outlines is another form', () => {
  const [one, other] = [districts, districts.replaceAll('51', '52')].map((file) =>
    compile(placed, { 'districts/branch.geojson': file }),
  );
  expect(one?.form.hash).not.toBe(other?.form.hash);
});

test('what the simulation and made-up cases answer is a place in a district', () => {
  const { form } = compile(placed, { 'districts/branch.geojson': districts });
  const sampling = { random: createRandom(1), today: '2026-11-28' };
  const sample = normaliseAnswers(form, sampleOf(form.schema, sampling) as Record<string, unknown>, ['en']);
  expect(sample).toEqual({ site: expect.stringMatching(/^POINT /), branch: 'harbour' });
  expect(judged(form, sample)).toEqual({});
});
