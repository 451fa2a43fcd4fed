/** The models of the workbench, of the municipality and of other organisations. */
import { expect, test } from 'vitest';
import { inLanguage } from '../../engine/portal/translation/in-language.ts';
import { describeCharter } from '../../engine/workbench/charter.ts';
import { describeKinds } from '../../engine/workbench/kinds.ts';
import { describeOffices } from '../../engine/workbench/offices.ts';
import { describePermissions } from '../../engine/workbench/permissions.ts';
import { describeTranslations } from '../../engine/workbench/translations.ts';
import { describeWorkflow } from '../../engine/workbench/workflow.ts';
import { readPortal } from '../server/read-portal.ts';

const town = await readPortal();
const library = await readPortal('tests/fixtures/library');
const council = await readPortal('tests/fixtures/arts-council');
const at = { today: '2026-11-27', now: '2026-11-27T04:00:00Z' };

test('a workflow is a graph with who takes each step, and with its time limits', () => {
  const loan = describeWorkflow(library, 'loan');
  expect(loan?.states.map(({ title, who, isInitial, isEnd }) => [title, who, isInitial, isEnd])).toEqual([
    ['Draft', 'the owner', true, false],
    ['Asked for', 'the office in charge', false, false],
    ['Lent', null, false, true],
    ['Refused', null, false, true],
    ['Brought back', null, false, true],
  ]);
  const [ask, lend] = loan?.steps ?? [];
  expect(ask).toMatchObject({
    from: ['draft'],
    to: ['asked'],
    who: 'they are its owner',
    isAutomatic: false,
  });
  expect(lend?.who).toBe('their department is Lending desk and their account has “access”');
  expect(loan?.clocks).toMatchObject([{ starts: ['Asked for'], stops: ['Lent', 'Refused'] }]);
  expect(describeWorkflow(library, 'constructor')).toBe(null);
});

test('a step with several targets leads to each, and an automatic one says when', () => {
  const steps = describeWorkflow(town, 'clearance')?.steps ?? [];
  expect(steps.find(({ key }) => key === 'submit')?.to).toEqual(['for-approval', 'received']);
  const cured = steps.find(({ key }) => key === 'cured');
  expect(cured).toMatchObject({
    isAutomatic: true,
    who: null,
    when: 'for every Finding below: the status is Lifted and there is at least 1 Finding below',
  });
});

test('a kind says in words when it applies, what it asks for and what it issues', () => {
  const [membership] = describeKinds(library).sets;
  const student = membership?.kinds.find(({ key }) => key === 'membership/student');
  expect(student).toMatchObject({ when: '“Are you a student?” is yes', office: 'Lending desk' });
  expect(student?.items.map(({ title, needed, how, valid }) => [title, needed, how, valid])).toEqual([
    ['Student card', 'always', 'uploaded', '1 year'],
    ['Card shown at the desk', 'always', 'looked at on the spot', null],
  ]);
  const vessels = describeKinds(town).sets.flatMap(({ kinds }) => kinds);
  expect(vessels.find(({ key }) => key === 'negative-list/bfp')?.items).toContainEqual(
    expect.objectContaining({
      title: 'Evacuation plan and certificate of the fire drill',
      needed: 'if “Persons who may be inside at once” is above 49',
    }),
  );
});

test('the matrix says of each department in each state what it certainly, perhaps and never may do', () => {
  const matrix = describePermissions(library, 'loan');
  expect(matrix?.columns).toEqual(['Lending desk', 'Director', 'Member', 'without an account']);
  const asked = matrix?.groups.find(({ state }) => state === 'Asked for');
  expect(asked?.rows.map(({ what, title, cells }) => [title ?? what, ...cells])).toEqual([
    ['read', 'yes', 'yes', 'maybe', 'no'],
    ['update', 'no', 'no', 'no', 'no'],
    ['Lend', 'maybe', 'no', 'no', 'no'],
    ['Refuse', 'yes', 'no', 'no', 'no'],
  ]);
});

test('nobody but the owner reads a draft', () => {
  const draft = describePermissions(library, 'loan')?.groups.find(({ state }) => state === 'Draft');
  expect(draft?.rows.find(({ what }) => what === 'read')?.cells).toEqual(['no', 'no', 'maybe', 'no']);
});

test('the charter has each service that people begin, with steps, who, time, papers and fees', () => {
  const { name, services, complaints } = describeCharter(town, at);
  expect(name).toBe('Citizen’s Charter');
  expect(complaints).toContain('three working days');
  expect(services.map(({ title }) => title)).toContain('Working permit');
  const permit = services.find(({ key }) => key === 'working-permit');
  expect(permit?.steps).toEqual([
    {
      client: 'Send to the employment office',
      agency: null,
      responsible: 'Applicant, Freelancer',
      fee: null,
      time: null,
    },
    {
      client: null,
      agency: 'Complete, ask for payment',
      responsible: 'Public Employment Service Office',
      fee: 'Occupational permit',
      time: 'Time to decide: 3 working days',
    },
    {
      client: null,
      agency: 'Post a receipt',
      responsible: 'Office of the Municipal Treasurer',
      fee: 'Occupational permit',
      time: null,
    },
    {
      client: null,
      agency: 'Issue the permit',
      responsible: 'Public Employment Service Office',
      fee: null,
      time: null,
    },
  ]);
  expect(permit?.papers.length).toBeGreaterThan(3);
  expect(permit?.fees[0]?.lines).toContainEqual({
    title: 'Occupational permit fee',
    rate: '₱200.00; ₱5,000.00',
    when: 'Foreigners pay the higher fee.',
  });
  const business = services.find(({ key }) => key === 'application');
  expect(business?.parts.length).toBeGreaterThan(10);
  expect(business?.times).toContainEqual(
    expect.objectContaining({ within: '3 to 20 working days', source: expect.stringContaining('RA 11032') }),
  );
});

test('another organisation has a charter of its own, without fees, kinds or a word of the first', () => {
  const { name, services } = describeCharter(council, at);
  expect(name).toBe('Service charter');
  const proposal = services.find(({ key }) => key === 'proposal');
  expect(proposal?.steps.map(({ client, agency }) => client ?? agency)).toEqual(['Send', 'Admit', 'Grant']);
  expect(proposal?.issues).toHaveLength(1);
  expect(proposal?.fees).toEqual([]);
  expect(describeKinds(council).sets).toEqual([]);
});

test('pages and groups are those that open and that are written', () => {
  const { departments, groups } = describeOffices(town);
  const paths = (key: string) =>
    departments.find((department) => department.key === key)?.pages.map(({ path }) => path);
  expect(paths('admin')).toContain('/admin/workbench');
  expect(paths('bplo')).not.toContain('/admin/workbench');
  expect(groups.find(({ key }) => key === 'citizens')?.members).toEqual([
    'Applicant',
    'Establishment',
    'Freelancer',
  ]);
});

test('a translated configuration is described in the language of its reader', () => {
  const filipino = describeWorkflow(inLanguage(town, 'fil'), 'clearance');
  expect(filipino?.steps.find(({ key }) => key === 'submit')?.who).toBe('sila ang may-ari nito');
});

test('what a language lacks is listed with its place', () => {
  expect(describeTranslations(library).languages).toEqual([]);
  expect(describeTranslations(town).languages).toMatchObject([
    { language: 'fil', missing: [], messages: [] },
  ]);
  const { texts, ...rest } = town.translations['fil']!;
  const { Workbench: _, ...less } = texts;
  const poorer = { ...town, translations: { fil: { ...rest, texts: less } } };
  expect(describeTranslations(poorer).languages[0]?.missing).toEqual([
    { text: 'Workbench', place: expect.stringContaining('config/routes/admin.yaml:') },
  ]);
});
