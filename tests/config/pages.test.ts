/** The pages of a record type are the routes that a routes file would write, and its lists can be like each other. */
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { ParseCache } from '../../engine/config/stages.ts';

const library = readFiles('tests/fixtures/library').files;
const cache: ParseCache = new Map();
const loan = library.find(({ name }) => name === 'records/loan.yaml')?.text ?? '';

/** @param more keys of the record type `loan` @param lists further lists of it */
function compile(more: string, lists = '') {
  const text = loan.replace('lists:\n', `lists:\n${lists}`) + more;
  return compilePortal(
    library.map((file) => (file.name === 'records/loan.yaml' ? { ...file, text } : file)),
    { cache },
  );
}

/** What a visitor meets of the routes whose names begin with this. */
function routesOf(result: ReturnType<typeof compile>, beginning: string) {
  expect(result.diagnostics.map(({ message }) => message)).toEqual([]);
  return result.portal?.routes
    .filter(({ name }) => name.startsWith(beginning))
    .map(({ place: _place, ...route }) => route)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const written = `routes:
  desk.lent:
    chain: area
    area: desk
    path: /desk/lent
    title: Requests
    screen: list
    of: loan/asked
    nav: { group: work, label: Lent, position: 2 }
  desk.lent.new:
    chain: area
    area: desk
    path: /desk/lent/new
    title: Lend a book
    screen: form
    of: loan
  desk.lent.record:
    chain: area
    area: desk
    path: /desk/lent/{slug}
    aliases: ['/desk/loans/{slug}']
    params: { slug: loan }
    title: Loan
    screen: checklist
    of: loan
`;

test('an entry is the routes of a list, a form and a record', () => {
  const entry = `pages:
  desk.lent:
    list: asked
    form: { title: Lend a book }
    record: { screen: checklist, aliases: ['/desk/loans/{slug}'] }
    nav: { group: work, label: Lent, position: 2 }
    chain: area
`;
  const routes = { path: 'config/routes/lent.yaml', name: 'routes/lent.yaml', text: written };
  const expected = compilePortal([...library, routes], { cache });
  expect(routesOf(compile(entry), 'desk.lent')).toEqual(routesOf(expected, 'desk.lent'));
});

test('the page of a record with words of its own shows the record', () => {
  const { portal } = compile(
    'pages:\n  desk.lent: { list: asked, record: { title: The loan }, chain: area }\n',
  );
  const [, record] = portal?.routes ?? [];
  expect(record).toMatchObject({ name: 'desk.lent.record', title: 'The loan', screen: 'record' });
});

test('a page alone has the name of the entry, and a record in its path is above it', () => {
  const checklist = library.find(({ name }) => name === 'records/checklist.yaml')?.text ?? '';
  const pages = `pages:
  desk.every-paper: { path: '/desk/every/{slug}/{checkSlug}', record: checklist, chain: area }
  desk.papers-of: { path: '/desk/papers-of/{slug}', list: sent, chain: area }
`;
  const changed = library.map((file) =>
    file.name === 'records/checklist.yaml' ? { ...file, text: checklist + pages } : file,
  );
  const { portal, diagnostics } = compilePortal(changed, { cache });
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  expect(portal?.routes.slice(0, 2)).toMatchObject([
    {
      name: 'desk.every-paper',
      params: { slug: { record: 'loan', within: null }, checkSlug: { record: 'checklist', within: 'slug' } },
    },
    { name: 'desk.papers-of', screen: 'list', below: 'slug', params: { slug: { record: 'loan' } } },
  ]);
});

test.each([
  ['  dsk.lent: { list: asked, chain: area }', 'department/unknown', 3],
  ['  desk.lent: { list: askd, chain: area }', 'route/unknown-list', 22],
  ['  desk.lent: { list: asked }', 'route/no-guard', 16],
  ['  desk.lent: { list: asked, chain: area, nav: { group: wrk } }', 'route/unknown-navigation', 56],
  ['  desk.lent: { nav: { group: work }, chain: area }', 'schema/missing-choice', 3],
  ['  desk.index: { list: asked, chain: area }', 'route/duplicate-name', 3],
  ['  desk.lent: { list: asked, chain: area, title: Requests }', 'route/repeated-title', 49],
  [
    '  desk.lent: { list: asked, chain: area, record: { screen: record, path: /desk/one } }',
    'route/no-subject',
    42,
  ],
  ['  desk.lent: { list: asked, chain: area, form: { path: /desk/lent } }', 'route/duplicate-path', 56],
  ['  desk.lent: { list: asked, chain: area, form: { screen: checklist } }', 'schema/unknown-key', 50],
  ['  desk.lent: { list: asked, chain: area, forEach: { department: [dsk] } }', 'department/unknown', 66],
  [
    "  '{office}.lent': { list: asked, chain: area, forEach: { department: [desk] } }",
    'department/unknown',
    3,
  ],
  ['  shelf: { path: /shelf, list: asked, chain: area }', 'route/guard-needs-area', 26],
  ['  desk.lent: { list: asked, guards: [guest, signed-in] }', 'route/unreachable', 16],
])('%s is refused where it is wrong', (line, code, column) => {
  const { diagnostics } = compile(`pages:\n${line}\n`);
  expect(diagnostics.map((one) => one.code)).toEqual([code]);
  const [one] = diagnostics;
  // The second page of a name is the one in the routes file: record types come first.
  const file = code === 'route/duplicate-name' ? 'routes/staff.yaml' : 'records/loan.yaml';
  expect([one?.file, one?.column]).toEqual([`tests/fixtures/library/${file}`, column]);
});

test('an entry for each department is in the area of each', () => {
  const entry = `pages:
  '{department}.lent': { list: asked, forEach: { department: [desk, director] }, chain: area }
`;
  const { portal, diagnostics } = compile(entry);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  expect(portal?.routes.slice(0, 2)).toMatchObject([
    { name: 'desk.lent', path: '/desk/lent', area: 'desk', below: null, params: {} },
    { name: 'director.lent', path: '/director/lent', area: 'director' },
  ]);
});

test('a path for each department names only its records as parameters', () => {
  const entry = `pages:
  lent: { path: '/{department}/lent/{slug}', record: record, forEach: { department: [desk] }, with: { department: '{department}' }, chain: staff }
`;
  const { portal, diagnostics } = compile(entry);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  expect(portal?.routes[0]).toMatchObject({
    path: '/desk/lent/{slug}',
    aliases: ['/counter/lent/{slug}'],
    params: { slug: { record: 'loan', within: null } },
    with: { department: 'desk' },
  });
});

test('a list is like another in what it does not say', () => {
  const lists = `  late: { title: Late, like: asked, sort: -created }\n`;
  const { portal, diagnostics } = compile(`pages:\n  desk.late: { list: late, chain: area }\n`, lists);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  const { asked, late } = portal?.recordTypes['loan']?.lists ?? {};
  expect(late).toEqual({ ...asked, name: 'late', title: 'Late', sort: '-created' });
});

test('a list is like one that says everything itself', () => {
  const lists = `  late: { title: Late, like: later }\n  later: { title: Later, like: asked }\n`;
  expect(compile('', lists).diagnostics.map(({ code }) => code)).toContain('name/like-another');
});

test('lists that are like each other in a circle are told once', () => {
  const lists = `  late: { title: Late, like: later }\n  later: { title: Later, like: late }\n`;
  expect(compile('', lists).diagnostics.filter(({ code }) => code === 'name/like-another')).toMatchObject([
    { message: 'Nothing says what this is: "late" is like "later" is like "late".' },
  ]);
});

test('a list that is sorted by no field of its record is told once', () => {
  const lists = `  late: { title: Late, like: asked, sort: visit.other.place }\n`;
  const told = compile('', lists).diagnostics.map(({ code }) => code);
  expect(told.filter((code) => code === 'list/no-sort' || code === 'record/unknown-field')).toHaveLength(1);
});
