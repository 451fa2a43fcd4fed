/** Documents of a checklist: issued together with the clearance above it. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readFiles } from '../../../engine/config/read-files.ts';
import { compilePortal } from '../../../engine/config/compile.ts';
import { loadPortal } from '../../../engine/config/load.ts';
import { computeAnswers } from '../../../engine/portal/forms/computed-answers.ts';
import type { Answers } from '../../../engine/portal/forms/form-conditions.ts';
import type { PortalRecord } from '../../../engine/portal/model/record.ts';
import { person, Play } from './play.ts';

const { portal } = await loadPortal('config', { proofs: false });
if (portal === null) throw new Error('The configuration does not compile.');
const sound = portal;
let portalInPlay = sound;

const [example] = parse(readFileSync('config/forms/unified-form.yaml', 'utf8')).examples;
const owner = person('establishment', 'owner');
let play: Play;

beforeEach(() => {
  portalInPlay = sound;
  play = new Play(portalInPlay, '2026-11-23T01:00:00.000Z');
});

function accept(line: string): void {
  const lines = [{ line, units: 1, capitalization: '500000.00' }];
  const filed = play.take(owner, play.begin(owner, 'application', { ...example, lines }), 'submit');
  play.take(person('bplo'), filed, 'accept', { class: 'complex', lines_confirmed: true });
}

/**
 * The office approves the checklists of its clearance, answered as in their examples, and then issues the clearance.
 */
function clear(office: string): void {
  const [inspector, chief] = [person(office, 'inspector'), person(office, 'chief')];
  const clearance = play.one('clearance', `negative-list/${office}`);
  for (const one of play.all('checklist').filter(({ parent }) => parent === clearance.id)) {
    play.put({ ...one, data: exampleOf(one) });
    play.take(owner, play.settle(play.again(one), 'filed'), 'submit');
    play.take(chief, play.settle(one, 'accepted'), 'approve');
  }
  play.take(owner, play.settle(clearance, 'filed'), 'submit');
  play.take(inspector, clearance, 'desk-review', { reason: 'Seen last month.' });
  expect(documentsOf('checklist')).toEqual([]);
  play.take(chief, play.settle(clearance, 'accepted'), 'issue');
}

/** The first example of its kind, with the answers that the portal computes. */
function exampleOf({ kind }: PortalRecord): Answers {
  const { form = '', examples = [] } = portalInPlay.kinds[kind ?? ''] ?? {};
  const compiled = portalInPlay.forms[form ?? ''];
  const [first = {}] = examples;
  return compiled === undefined ? first : computeAnswers(compiled, first);
}

function documentsOf(type: string): string[] {
  return play.all(type).flatMap((one: PortalRecord) => play.documents(one));
}

test('the certificate of the cameras comes with the police clearance', () => {
  accept('hotel');
  clear('police');
  expect(documentsOf('checklist')).toEqual(['cctv-cert']);
  expect(play.one('checklist', 'police/cctv-requirements').state).toBe('certified');
});

test('a paper that another office issues in the same application is not asked for, but must be there to approve', () => {
  accept('hotel');
  const stay = play.one('checklist', 'tourism/accommodation');
  play.put({ ...stay, data: exampleOf(stay) });
  const filled = play.settle(play.again(stay), 'filed');
  const without = (id: string) => {
    const { [id]: _, ...items } = play.again(filled).items;
    play.put({ ...play.again(filled), items });
  };
  without('owner-id');
  expect(play.refusal(owner, filled, 'submit')).toContain('owner-id');
  play.settle(filled, 'filed');
  without('sanitary-permit');
  play.take(owner, play.again(filled), 'submit');
  const seen = play.settle(filled, 'accepted');
  without('sanitary-permit');
  expect(play.refusal(person('pmto', 'chief'), play.again(seen), 'approve')).toContain('sanitary-permit');
});

test('a tricycle gets its franchise for three years with the transport clearance', () => {
  accept('tricycle');
  clear('ptfrb');
  const tricycle = play.one('checklist', 'transportation/tricycle');
  expect(play.documents(tricycle)).toEqual(['mtop']);
  expect(play.validUntil(tricycle)).toBe('2029-11-23');
  expect(play.one('checklist', 'transportation/proof-of-payment').state).toBe('accepted');
});

test.each([
  ['tour-guide', 'pmto', ['tour-guide-id']],
  ['event-organizer', 'pmto', ['endorsement']],
  ['fishing-boat', 'menro', ['environmental-clearance-vessel']],
  ['dive-shop', 'menro', ['boat-endorsement', 'serial-sticker']],
  ['waste-hauler', 'menro', ['hauling-endorsement']],
])('what %s gets from %s beside the clearance', (line, office, documents) => {
  accept(line);
  clear(office);
  expect(documentsOf('checklist').sort()).toEqual(documents);
});

test('a checklist issues the certificate of docs/configure/documents.md', () => {
  const shown = [
    ...readFileSync('docs/configure/documents.md', 'utf8').matchAll(
      /^```yaml\n# (?:in )?(config\S+\.yaml)(.*\n[^]*?)^```/gm,
    ),
  ];
  const files = new Map(readFiles('config').files.map(({ path, text }) => [path, text]));
  for (const [, path = '', text = ''] of shown) {
    const steps = /, under transitions:\n([^]*)/.exec(text)?.[1]?.replaceAll(/^/gm, '  ');
    files.set(
      path,
      steps === undefined
        ? text
        : (files.get(path) ?? '').replace('transitions:\n', `transitions:\n${steps}\n`),
    );
  }
  const sources = [...files].map(([path, text]) => ({ path, name: path.slice('config/'.length), text }));
  const compiled = compilePortal(sources, { proofs: false });
  expect(compiled.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  portalInPlay = compiled.portal ?? sound;
  play = new Play(portalInPlay, '2026-11-23T01:00:00.000Z');
  accept('hotel');
  clear('menro');
  expect(documentsOf('checklist')).toContain('beach-care-certificate');
});
