/**
 * The requirements of the municipality: the routing of applications to offices and their checklists in the real
 * configuration.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../engine/config/diagnostics/diagnostic.ts';
import { loadPortal } from '../../engine/config/load.ts';
import { availableItems } from '../../engine/portal/checklist/checklist.ts';
import { childrenOf, familyOfRecords } from '../../engine/portal/life/family.ts';
import { decideCommand } from '../../engine/portal/life/decide-command.ts';
import { blankRecord, contextAlone, type RecordContext } from '../../engine/portal/model/record.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { signedOut, type Visitor } from '../../engine/portal/model/department.ts';

let portal: Portal;
let diagnostics: readonly Diagnostic[];

beforeAll(async () => {
  const compiled = await loadPortal('config');
  if (compiled.portal === null) throw new Error('The configuration does not compile.');
  ({ portal } = compiled);
  ({ diagnostics } = compiled);
});

const owner: Visitor = { ...signedOut, signedIn: true, account: 'owner', department: 'establishment' };
const licensing: Visitor = { ...signedOut, signedIn: true, account: 'licensing', department: 'bplo' };

const answers = {
  application_type: 'new',
  owner_nationality: 'PH',
  employees_total: 4,
  employees_foreign: 0,
  is_rented: false,
};

function contextOf(data: Record<string, unknown>): RecordContext {
  return contextAlone({
    record: blankRecord('application', { id: '1', state: 'submitted', owner: 'owner', data }),
    parties: [{ role: 'owner', account: 'owner', department: null }],
    now: '2026-01-01T00:00:00.000Z',
    today: '2026-11-21',
  });
}

interface Made {
  readonly kind: string | null;
  readonly children: readonly Made[];
}

function accepted(line: string, more: Record<string, unknown> = {}): readonly Made[] {
  const { record, today, now } = contextOf({ ...answers, lines: [{ line, units: 1 }], ...more });
  const tools = { identity: () => ({ id: randomUUID(), slug: '' }), form: () => null };
  const step = {
    name: 'accept',
    input: { class: 'simple', lines_confirmed: true },
    formErrors: {},
    inputErrors: {},
  };
  const family = familyOfRecords([record], { today, now });
  const result = decideCommand({ portal, visitor: licensing, tools }, family, {
    type: 'take',
    id: '1',
    step,
  });
  if (result.refused !== undefined) throw new Error(`refused: ${result.refused}`);
  const made = (parent: string, type: string): Made[] =>
    childrenOf(result.family, parent)
      .filter((child) => child.type === type)
      .map(({ id, kind }) => ({ kind, children: made(id, 'checklist') }));
  return made('1', 'clearance');
}

const kindsOf = (records: readonly Made[]): (string | null)[] => records.map(({ kind }) => kind).sort();
const checklistsOf = (records: readonly Made[]): (string | null)[] =>
  kindsOf(records.flatMap(({ children }) => children));

function itemsFor(data: Record<string, unknown>, application: Record<string, unknown> = {}): string[] {
  const above = contextOf({ ...answers, ...application }).record;
  const record = blankRecord('checklist', { kind: 'tourism/accommodation', office: 'pmto', data });
  const context = { ...contextOf({}), record, ancestors: [above] };
  return availableItems({ portal, visitor: owner, context }).map(({ id }) => id);
}

test('the configuration has nothing to complain about, but for what is still to be translated', () => {
  expect(diagnostics.filter(({ code }) => code !== 'locale/untranslated')).toEqual([]);
});

describe('an application goes to the offices that it concerns', () => {
  test('a sari-sari store sees the offices that everybody sees, and no other', () => {
    expect(kindsOf(accepted('sari-sari'))).toEqual(
      [
        'assessment-requirement',
        'barangay',
        'bfp',
        'menro',
        'occupancy',
        'peso',
        'rpt',
        'sanitary',
        'swmo',
      ].map((kind) => `negative-list/${kind}`),
    );
  });

  test('a resort sees the tourism office too, with the checklist of accommodation', () => {
    const records = accepted('resort');
    expect(kindsOf(records)).toContain('negative-list/pmto');
    expect(checklistsOf(records)).toContain('tourism/accommodation');
  });

  test.each([
    ['a foreign owner', 'bakery', { owner_nationality: 'KR' }, 'negative-list/immigration'],
    ['a foreign employee', 'bakery', { employees_foreign: 1 }, 'negative-list/immigration'],
    ['a water account', 'bakery', { water_connection: true }, 'negative-list/water'],
    ['the sale of liquor', 'liquor-dealer', {}, 'negative-list/police'],
    ['a parking lot', 'hotel', { parking_area: true }, 'negative-list/ptfrb'],
  ])('%s adds an office', (_title, line, more, kind) => {
    expect(kindsOf(accepted(line, more))).toContain(kind);
  });

  const withoutPlace = { business_place: 'mobile', employees_total: 0 };

  test('a tricycle without a place sees neither building nor fire office, nor a land tax', () => {
    expect(kindsOf(accepted('tricycle', withoutPlace))).toEqual(
      ['assessment-requirement', 'barangay', 'ptfrb'].map((kind) => `negative-list/${kind}`),
    );
  });

  test('who sells food from door to door is looked at by health and waste office, and no building is', () => {
    expect(kindsOf(accepted('ambulant-vendor', withoutPlace))).toEqual(
      ['assessment-requirement', 'barangay', 'police', 'sanitary', 'swmo'].map(
        (kind) => `negative-list/${kind}`,
      ),
    );
  });

  test('a hotel has a place, whatever it answers', () => {
    expect(kindsOf(accepted('hotel', withoutPlace))).toEqual(
      kindsOf(accepted('hotel', { employees_total: 0 })),
    );
  });

  test('a stall of the public market owns neither land nor building', () => {
    const kinds = kindsOf(accepted('meat-fish', { business_place: 'market' }));
    expect(kinds).toEqual(expect.arrayContaining(['negative-list/bfp', 'negative-list/sanitary']));
    expect(kinds).not.toContain('negative-list/rpt');
    expect(kinds).not.toContain('negative-list/occupancy');
  });

  test('nobody to employ, nothing for the employment office', () => {
    expect(kindsOf(accepted('bakery', { employees_total: 0 }))).not.toContain('negative-list/peso');
  });
});

describe('each line of business gets the checklists of its kinds', () => {
  test.each([
    [
      'hotel',
      [
        'menro/only-one-requirement',
        'police/cctv-requirements',
        'tourism/accommodation',
        'tourism/dot-accreditation-tourist-arrival',
      ],
    ],
    ['tour-guide', ['police/national-police-clearance', 'tourism/tourist-guide']],
    ['island-hopping', ['menro/all-vessel-motorbanca', 'tourism/aquasports', 'transportation/motorbanca']],
    [
      'dive-shop',
      [
        'menro/dive-boat-mayor-permit',
        'menro/dive-shop-profile',
        'menro/serial',
        'tourism/aquasports',
        'tourism/educational',
      ],
    ],
    ['bank', ['police/cctv-requirements', 'tourism/financial-institution']],
    ['tailoring', []],
  ])('%s', (line, checklists) => {
    expect(checklistsOf(accepted(line))).toEqual(checklists);
  });

  test('a dive shop that hires its boats has no boat to show', () => {
    expect(checklistsOf(accepted('dive-shop', { own_dive_boat: false }))).not.toContain(
      'menro/dive-boat-mayor-permit',
    );
  });

  test('every kind of every set below a clearance is reached by some line or answer', () => {
    const lines = portal.lookups['line-of-business']?.rows.map(({ value }) => value) ?? [];
    const reached = new Set([
      ...lines.flatMap((line) => checklistsOf(accepted(line))),
      ...checklistsOf(accepted('hotel', { parking_area: true, new_structure: true })),
    ]);
    const asked = Object.values(portal.sets).filter(({ under }) => under === 'clearance');
    const kinds = Object.keys(portal.kinds).filter((id) => asked.some(({ key }) => id.startsWith(`${key}/`)));
    expect(kinds.filter((kind) => !reached.has(kind))).toEqual([]);
  });
});

function clearanceItems(kind: string, line: string, application: Record<string, unknown> = {}): string[] {
  const above = contextOf({ ...answers, lines: [{ line, units: 1 }], ...application }).record;
  const record = blankRecord('clearance', { kind: `negative-list/${kind}`, data: {} });
  const context = { ...contextOf({}), record, ancestors: [above] };
  return availableItems({ portal, visitor: owner, context }).map(({ id }) => id);
}

describe('a clearance asks only for papers that the business can have', () => {
  test.each([
    ['menro', 'ecc-cnc', 'resort', 'sari-sari'],
    ['menro', 'ecc-cnc', 'laboratory', 'drugstore'],
    ['menro', 'ecc-cnc', 'bar', 'restaurant'],
    ['sanitary', 'water-test', 'carinderia', 'hardware'],
    ['police', 'npc', 'pawnshop', 'tour-guide'],
    ['pmto', 'tour-pack', 'tour-operator', 'pawnshop'],
  ])('%s asks %s of a %s, and not of a %s', (kind, item, asked, spared) => {
    expect(clearanceItems(kind, asked)).toContain(item);
    expect(clearanceItems(kind, spared)).not.toContain(item);
  });

  test('a stall of the market shows no certificate of occupancy to the fire station', () => {
    expect(clearanceItems('bfp', 'meat-fish')).toContain('occ-permit');
    expect(clearanceItems('bfp', 'meat-fish', { business_place: 'market' })).not.toContain('occ-permit');
  });
});

describe('the accommodation checklist counts what the answers say', () => {
  test('a pool needs lifeguards, the beach front an easement', () => {
    expect(itemsFor({ pool: true, front: false })).toContain('lifeguard');
    expect(itemsFor({ pool: false, front: true })).toEqual(expect.arrayContaining(['lifeguard', 'easement']));
    expect(itemsFor({ pool: false, front: false })).not.toContain('lifeguard');
  });

  test('an accredited business shows its accreditation, another one its application for it', () => {
    expect(itemsFor({}, { dot_status: 'regular' })).toContain('dot-acc');
    expect(itemsFor({}, { dot_status: 'filed' })).toContain('dot-proof');
    expect(itemsFor({})).toContain('dot-proof');
  });

  test('a renewal shows the permit of the year before', () => {
    expect(itemsFor({}, { application_type: 'renewal' })).toContain('mayors-permit');
    expect(itemsFor({})).not.toContain('mayors-permit');
  });
});
