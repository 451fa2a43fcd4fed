/** Pages that ask for more than the portal's slice holds. Start pages: what somebody needs before they begin, computed from the configuration for the answers that they know. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StartPage } from '../../engine/portal/start/start-page.ts';
import type { StartNeeds } from '../../engine/portal/start/start-needs.ts';
import { openPortalServer, type PortalServer } from './portal-server.ts';

let server: PortalServer;
beforeAll(async () => {
  server = await openPortalServer();
});
afterAll(() => server.close());

const read = (path: string, language = 'en') =>
  fetch(`${server.origin}/api/v1/start-pages/${path}`, { headers: { 'accept-language': language } });

async function needsOf(page: string, answers: Readonly<Record<string, string>>): Promise<StartNeeds> {
  const query = new URLSearchParams({ answers: String(new URLSearchParams(answers)) });
  const answer = await read(`before.${page}/needs?${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as StartNeeds;
}

const shop = {
  'lines.line': 'sari-sari',
  organization_type: 'single_proprietorship',
  business_place: 'fixed',
};
const business = (answers: Readonly<Record<string, string>>) => needsOf('business-permit', answers);
const surely = ({ offices }: StartNeeds) => offices.filter(({ isSure }) => isSure).map(({ title }) => title);
const needOf = ({ papers }: StartNeeds, id: string) => papers.find((paper) => paper.id === id)?.need ?? null;

test('the page has few questions, with their choices, in the language of its reader', async () => {
  const english = (await (await read('before.business-permit')).json()) as StartPage;
  const filipino = (await (await read('before.business-permit', 'fil')).json()) as StartPage;
  expect(english.registrations).toEqual(['registration.establishment']);
  const [line] = english.questions;
  expect(line).toMatchObject({ name: 'lines.line', kind: 'choice', list: { name: 'lines' } });
  expect(line?.choices).toHaveLength(100);
  expect(filipino.questions[0]?.title).not.toBe(line?.title);
  const type = english.questions.find(({ name }) => name === 'application_type');
  expect(type?.initial).toBe('new');
});

test('only start pages that the caller may open answer', async () => {
  for (const name of ['tariff', 'nothing', 'constructor']) {
    expect((await read(name)).status).toBe(404);
    expect((await read(`${name}/needs`)).status).toBe(404);
  }
  const long = await read(`before.business-permit/needs?answers=${'a'.repeat(2_001)}`);
  expect(long.status).toBe(422);
});

test('what an answer decides is certain, and what it leaves open depends on named questions', async () => {
  const open = await business(shop);
  expect(needOf(open, 'lease')).toBe('maybe');
  const lease = open.papers.find(({ id }) => id === 'lease');
  expect(lease?.dependsOn).toContain('Is the place rented?');
  const rented = await business({ ...shop, is_rented: 'true' });
  expect(needOf(rented, 'lease')).toBe('sure');
  const owned = await business({ ...shop, is_rented: 'false' });
  expect(needOf(owned, 'title-td')).toBe('sure');
  expect(owned.papers.find(({ id }) => id === 'lease')?.dependsOn ?? []).not.toContain(
    'Is the place rented?',
  );
});

test('a business without a place has fewer offices, and is not asked about the place', async () => {
  const fixed = await business(shop);
  const mobile = await business({ ...shop, 'lines.line': 'tricycle', business_place: 'mobile' });
  expect(surely(fixed)).toContain('Fire safety compliance');
  expect(mobile.offices.map(({ title }) => title)).not.toContain('Fire safety compliance');
  expect(fixed.asked).toContain('is_rented');
  expect(mobile.asked).not.toContain('is_rented');
});

test('foreigners may bring immigration in: that stays open until it is answered', async () => {
  const { offices } = await business(shop);
  const immigration = offices.find(({ title }) => title === 'Immigration compliance');
  expect(immigration).toMatchObject({ isSure: false });
  expect(immigration?.dependsOn).toContain('Nationality');
});

test('a paper that an office issues in the same application is not asked for', async () => {
  const { papers } = await business({ ...shop, 'lines.line': 'restaurant' });
  expect(papers.find(({ id }) => id === 'sanitary-permit')).toMatchObject({ source: 'application' });
  const work = await needsOf('working-permit', { nationality: 'PH' });
  expect(work.papers.find(({ id }) => id === 'health-certificate')).toMatchObject({
    source: 'before',
    issuedWith: 'health-card',
  });
  expect(needOf(work, 'passport')).toBeNull();
  expect(needOf(await needsOf('working-permit', { nationality: 'US' }), 'passport')).toBe('sure');
});

test('a fee is counted once its answers are known; until then it is listed as open', async () => {
  const [open] = (await business(shop)).fees;
  expect(open?.open.find(({ id }) => id === 'business-tax-new')?.dependsOn).toEqual(['Capital']);
  expect(open?.lines.map(({ id }) => id)).toContain('plate');
  const [known] = (await business({ ...shop, 'lines.capitalization': '200,000', employees_total: '3' })).fees;
  // 1/20 of 1 percent of the capital.
  expect(known?.lines.find(({ id }) => id.startsWith('business-tax-new'))?.amount).toBe('100.00');
  expect(known?.lines.find(({ id }) => id === 'mayors-permit')?.amount).toBe('1000.00');
  expect(Number(known?.total)).toBeGreaterThan(Number(open?.total));
  // The fire fee is a percentage of fees of which some are open.
  expect(known?.lines.find(({ id }) => id === 'fire-inspection')?.isAtLeast).toBe(true);
});

test('a fee that is the same for all answers is exact', async () => {
  const card = await needsOf('health-card', { occupation: 'cook' });
  expect(card.fees).toMatchObject([{ total: '250.00', open: [] }]);
  expect(needOf(card, 'stool')).toBe('optional');
  expect(
    needOf(await needsOf('health-card', { occupation: 'receptionist-at-a-front-desk' }), 'stool'),
  ).toBeNull();
  const first = await needsOf('occupational-clearance', { first_time_jobseeker: 'true' });
  expect(first.fees).toMatchObject([{ total: '0.00', lines: [], open: [] }]);
});

test('the time is that of the clocks: a range where an office still chooses', async () => {
  const { times, steps, offices } = await business(shop);
  expect(times).toMatchObject([
    { title: 'Time to check', least: { amount: 1 }, most: { amount: 1, unit: 'working day' } },
    {
      title: 'Time to decide',
      least: { amount: 3, unit: 'working day' },
      most: { amount: 20, unit: 'working day' },
    },
    // The slowest clearance decides.
    { title: 'Time to clear', pauses: true, most: { amount: 7, unit: 'working day' } },
  ]);
  expect(steps.map(({ title }) => title)).toEqual([
    'Received',
    'Offices clearing',
    'Payment',
    'Validation',
    "Mayor's signature",
    'Permit released',
  ]);
  // Several offices have it at once; then only the office of the order of payment.
  expect(steps.slice(1, 3).map(({ who }) => who)).toEqual(['children', 'Office of the Municipal Treasurer']);
  const barangay = offices.find(({ title }) => title === 'Barangay compliance');
  expect(barangay?.limit).toMatchObject({ least: { amount: 7 }, most: { amount: 7 } });
});

test('answers that do not fit are ignored', async () => {
  const odd = await business({
    'lines.line': 'no-such-line',
    employees_total: '-3',
    is_rented: 'perhaps',
    business_area_sqm: 'many',
    owner_last_name: 'Cruz',
  });
  expect(odd.answers).toEqual({ application_type: 'new', business_place: 'fixed' });
});

async function textPage(name: string, language = 'en') {
  const url = `${server.origin}/api/v1/text-pages/${name}`;
  const answer = await fetch(url, { headers: { 'accept-language': language } });
  const said = (await answer.json()) as { readonly sections?: readonly { readonly title: string }[] };
  return { status: answer.status, titles: said.sections?.map(({ title }) => title) };
}

test('what a text page says is read when it opens, in the language of its reader', async () => {
  const english = await textPage('accessibility');
  const filipino = await textPage('accessibility', 'fil');
  expect(english.titles?.[0]).toBe('For everybody');
  expect(filipino.titles).toHaveLength(english.titles?.length ?? 0);
  expect(filipino.titles?.[0]).not.toBe('For everybody');
  // The route is no text page, or there is none.
  for (const name of ['before.business-permit', 'sign-in', 'nowhere'])
    expect(await textPage(name)).toEqual({ status: 404, titles: undefined });
});

interface WhyAnswer {
  readonly reasons: readonly {
    readonly about: string;
    readonly kind: string | null;
    readonly because: readonly string[];
    readonly rule: string | null;
  }[];
}

async function whyOf(
  paper: string,
  answers: Readonly<Record<string, string>>,
  language = 'en',
): Promise<WhyAnswer> {
  const query = new URLSearchParams({ answers: String(new URLSearchParams(answers)) });
  const answer = await read(`before.business-permit/papers/${paper}/why?${query}`, language);
  expect(answer.status).toBe(200);
  return (await answer.json()) as WhyAnswer;
}

test('why a paper is needed is said with the answers that decide it, in the language of the reader', async () => {
  const restaurant = { ...shop, 'lines.line': 'restaurant' };
  const line = 'you answered “Line of business”: Restaurant';
  const place =
    'you answered “Where does the business work?”: At an address: a shop, an office, a building or a home';
  const { reasons } = await whyOf('grease-trap', restaurant);
  expect(reasons.filter(({ kind }) => kind === 'Sanitary compliance')).toEqual([
    {
      about: 'requirement',
      kind: 'Sanitary compliance',
      because: [place, line],
      rule: null,
    },
    { about: 'paper', kind: 'Sanitary compliance', because: [line, place], rule: null },
  ]);
  expect(reasons).toContainEqual({ about: 'paper', kind: 'Bars and restaurants', because: [], rule: null });
  const [filipino] = (await whyOf('grease-trap', restaurant, 'fil')).reasons;
  expect(filipino?.because).toEqual(['sinagot ninyo ang “Uri ng negosyo”: Restawran']);
  const { reasons: rented } = await whyOf('lease', { ...shop, is_rented: 'true' });
  expect(rented.at(-1)).toMatchObject({
    because: ['you answered “Is the place rented?”: yes'],
    rule: null,
  });
});

test('of several answers to one question only those are named that decide', async () => {
  const both = new URLSearchParams([
    ['lines.line', 'sari-sari'],
    ['lines.line', 'restaurant'],
    ['business_place', 'fixed'],
  ]);
  const query = new URLSearchParams({ answers: String(both) });
  const answer = await read(`before.business-permit/papers/grease-trap/why?${query}`);
  const { reasons } = (await answer.json()) as WhyAnswer;
  const bars = reasons.find(({ about, kind }) => about === 'requirement' && kind === 'Bars and restaurants');
  expect(bars?.because).toEqual(['you answered “Line of business”: Restaurant']);
});

test('nobody is told why of a paper that is not needed, or of a page that is not theirs', async () => {
  for (const path of [
    'before.business-permit/papers/grease-trap',
    'before.business-permit/papers/nothing',
    'tariff/papers/lease',
  ])
    expect((await read(`${path}/why`)).status).toBe(404);
});
