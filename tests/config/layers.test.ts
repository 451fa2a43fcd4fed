/** A configuration that extends another: two towns of one province. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { compilePortal } from '../../engine/config/compile.ts';
import { compileWithRows } from '../../engine/config/edited-rows.ts';
import { errorsOf } from '../../engine/config/diagnostics/diagnostic.ts';
import { loadPortal } from '../../engine/config/load.ts';
import { filesShownIn, readFiles } from '../../engine/config/read-files.ts';
import { failuresOf } from '../../engine/cases/render-results.ts';
import { readRevision } from '../../engine/command/plan/read-revision.ts';
import { editableFiles, ownFiles } from '../../engine/editing/editable-files.ts';
import { createWorkshop, type EditResult, withEdits } from '../../engine/editing/workshop.ts';
import { collectAdditions } from '../../engine/extension/extension.ts';
import { createWrittenRules } from '../../engine/explain/written-rules.ts';
import { compileNames } from '../../engine/symbols/compile-names.ts';
import { findSymbols } from '../../engine/symbols/find-symbol.ts';
import { renameSymbols } from '../../engine/symbols/rename.ts';

const towns = 'tests/fixtures/towns';

/** A copy of the towns that a test may change. @returns its folder */
function copyTowns(): string {
  const directory = mkdtempSync(join(tmpdir(), 'towns-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  cpSync(towns, directory, { recursive: true });
  return directory;
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

async function soundPortal(town: string) {
  const { portal, diagnostics } = await loadPortal(join(towns, town));
  expect(diagnostics).toEqual([]);
  if (portal === null) throw new Error(`${town} is not sound`);
  return portal;
}

test('two towns of one province are sound, and differ where they say so', async () => {
  const [province, coast, hills] = await Promise.all(['province', 'coast', 'hills'].map(soundPortal));
  expect([coast?.title, hills?.title]).toEqual(['Market of Port San Juan', 'Market of Santa Elena']);
  expect([coast?.locales, hills?.locales]).toEqual([['en', 'fil'], ['en']]);
  expect(Object.keys(province?.departments ?? {})).not.toContain('harbour');
  expect(Object.keys(coast?.departments ?? {})).toContain('harbour');
  expect(Object.keys(coast?.kinds ?? {}).sort()).toEqual([
    'permit/boat',
    'permit/fireworks',
    'permit/food',
    'permit/general',
  ]);
  expect(Object.keys(hills?.kinds ?? {}).sort()).toEqual(['permit/food', 'permit/general']);
  const places = [coast, hills].map((one) => one?.lookups['place']?.rows.map(({ value }) => value));
  expect(places).toEqual([
    ['north', 'pier', 'beach'],
    ['north', 'south'],
  ]);
  const label = coast?.lookups['place']?.rows.find(({ value }) => value === 'pier')?.label;
  expect(label).toBe('Fish port');
});

test.each(['province', 'coast', 'hills'])(
  'the cases of %s hold: a town replaces those of its base',
  async (town) => {
    const portal = await soundPortal(town);
    expect(failuresOf(readFiles(join(towns, town)).files, portal)).toBe('');
  },
);

test('a mistake is told in the layer that has it', async () => {
  const directory = copyTowns();
  edit(join(directory, 'province/lookups/place.yaml'), (text) =>
    text.replace('label: South', 'lable: South'),
  );
  edit(join(directory, 'province/lookups/place.yaml'), (text) =>
    text.replace('label: North', 'lable: North'),
  );
  edit(join(directory, 'coast/lookups/place.yaml'), (text) => text.replace('label: Beach', 'lable: Beach'));
  const { diagnostics } = await loadPortal(join(directory, 'coast'));
  const found = diagnostics
    .filter(({ code }) => code === 'schema/missing-key')
    .map(({ file, line }) => `${file.slice(directory.length)}:${line}`);
  // The row that the town removes is nobody's mistake here.
  expect(found).toEqual(['/coast/lookups/place.yaml:6', '/province/lookups/place.yaml:5']);
});

test('a version of the database is whole: it has the files of every layer, in any order', async () => {
  const { files } = readFiles(join(towns, 'coast'));
  const kept = files.map(({ name, text }) => ({ name, text })).toReversed();
  const { portal, diagnostics } = compilePortal(filesShownIn('config', kept));
  expect(diagnostics).toEqual([]);
  expect(portal?.fees['stall']?.lines.map(({ id }) => id)).toEqual(['stall', 'cleaning', 'water', 'ice']);
});

test('the rows that an office keeps lie over those of all layers', () => {
  const { files } = readFiles(join(towns, 'coast'));
  const kept = files.map((file) =>
    file.name === '../province/lookups/place.yaml'
      ? { ...file, text: `${file.text}edit: { by: { department: market }, form: place }\n` }
      : file,
  );
  const form = {
    name: 'forms/place.yaml',
    path: 'forms/place.yaml',
    text: 'type: object\ntitle: Place\nrequired: [label]\nproperties: { label: { type: string, title: Name } }\n',
  };
  const columns = { label: 'Quay' };
  const rows = [
    { lookup: 'place', value: 'pier', columns, isRetired: false },
    { lookup: 'place', value: 'bay', columns: { label: 'Bay' }, isRetired: false },
  ];
  const { portal, faults } = compileWithRows([...kept, form], rows);
  expect(faults).toEqual([]);
  expect(portal?.lookups['place']?.rows.map(({ value, label }) => `${value} ${String(label)}`)).toEqual([
    'north North market',
    'pier Quay',
    'beach Beach',
    'bay Bay',
  ]);
});

test('a rule is explained with its line in the layer that has it', async () => {
  const portal = await soundPortal('coast');
  const written = createWrittenRules(readFiles(join(towns, 'coast')).files);
  const near = portal.recordTypes['stall']?.place ?? null;
  expect(written(near, '/access/read').place).toMatchObject({ file: `${towns}/coast/records/stall.yaml` });
  expect(written(near, '/lists/mine').place).toMatchObject({ file: `${towns}/province/records/stall.yaml` });
});

test('a town renames what is its own, and not what is of its base', () => {
  const { files } = readFiles(join(towns, 'coast'));
  const options = { cache: new Map() };
  const configuration = compileNames(files, { ...options, proofs: false });
  const rename = (kind: 'type' | 'lookup' | 'paper', name: string, to: string) =>
    renameSymbols(configuration, findSymbols(configuration.index, kind, name), to, options);
  const own = rename('paper', 'boat-registration', 'boat-papers');
  expect('files' in own && own.files.map(({ after }) => after.path).sort()).toEqual([
    `${towns}/coast/papers.yaml`,
    `${towns}/coast/requirements/permit/boat.yaml`,
  ]);
  // The mistakes that would follow from it are not told.
  for (const [kind, name] of [
    ['paper', 'health-card'],
    ['type', 'stall'],
    ['lookup', 'place'],
  ] as const) {
    expect(rename(kind, name, 'thing')).toEqual({
      reason: expect.stringContaining('a file of the base ../province'),
      diagnostics: [],
      failures: [],
    });
  }
});

test('a base may extend another, and a link to a base is followed', async () => {
  const directory = copyTowns();
  cpSync(join(directory, 'province'), join(directory, 'nation'), { recursive: true });
  rmSync(join(directory, 'province'), { recursive: true });
  symlinkSync(join(directory, 'nation'), join(directory, 'province'));
  const { diagnostics } = await loadPortal(join(directory, 'hills'));
  expect(diagnostics).toEqual([]);
  cpSync(join(directory, 'hills/portal.yaml'), join(directory, 'village/portal.yaml'));
  edit(join(directory, 'village/portal.yaml'), (text) =>
    text.replace('../province', '../hills').replace('Santa Elena', 'Upper Santa Elena'),
  );
  const village = await loadPortal(join(directory, 'village'));
  expect(village.diagnostics).toEqual([]);
  expect(village.portal).toMatchObject({ title: 'Market of Upper Santa Elena' });
  expect(Object.keys(village.portal?.kinds ?? {}).sort()).toEqual(['permit/food', 'permit/general']);
});

function sealOf(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="${colour}"/></svg>\n`;
}

test.each(['"extends": ../province', 'extends : ../province', '{ extends: ../province }'])(
  'a base is found in the line `%s`',
  async (line) => {
    const directory = copyTowns();
    edit(join(directory, 'hills/portal.yaml'), () => `${line}\n`);
    const { portal, diagnostics } = await loadPortal(join(directory, 'hills'));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(portal?.title).toBe('Markets of the Province');
  },
);

test('losses of all layers count, and a picture of the town takes the place of that of the base', async () => {
  const directory = copyTowns();
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  };
  write('province/gone.yaml', '- { lookup: colour, values: keep, why: Nobody asks for it. }\n');
  write('coast/gone.yaml', '- { lookup: flavour, values: keep, why: Nobody tastes it. }\n');
  write('province/pictures/seal.svg', sealOf('#123456'));
  write('coast/pictures/seal.svg', sealOf('#654321'));
  edit(join(directory, 'province/portal.yaml'), (text) => `${text}seal: seal\n`);
  const { files } = readFiles(join(directory, 'coast'));
  // The order of files says nothing.
  for (const some of [files, files.toReversed()]) {
    const { portal, diagnostics } = compilePortal(some);
    expect(diagnostics).toEqual([]);
    expect(portal?.formerNames.map(({ name }) => name).sort()).toEqual(['colour', 'flavour']);
    expect(Buffer.from(portal?.pictures['seal']?.content ?? '', 'base64').toString()).toContain('#654321');
  }
});

test('a town that adds a route opens none of the base', async () => {
  const directory = copyTowns();
  const added = [
    'guards: [public]',
    'routes:',
    '  help: { path: /help, title: Help, screen: text, sections: [{ title: Ask, body: Ask us. }] }',
    '',
  ];
  mkdirSync(join(directory, 'hills/routes'));
  writeFileSync(join(directory, 'hills/routes/market.yaml'), ['layer: add', ...added].join('\n'));
  const { portal, diagnostics } = await loadPortal(join(directory, 'hills'));
  expect(diagnostics).toEqual([]);
  const guarding = (name: string) => portal?.routes.find((route) => route.name === name);
  expect(guarding('help')).toMatchObject({ guards: ['public'], chain: null, area: 'market' });
  expect(guarding('market.stalls')).toMatchObject({ chain: 'area', area: 'market' });
  // A mistake in a setting is told where it is written, once.
  edit(join(directory, 'hills/routes/market.yaml'), (text) => text.replace('[public]', '[pubic]'));
  const { diagnostics: found } = await loadPortal(join(directory, 'hills'));
  expect(found).toMatchObject([{ code: 'route/unknown-guard', line: 2, column: 10 }]);
});

test('a town adds a required question, and the others stay required', async () => {
  const directory = copyTowns();
  edit(join(directory, 'hills/forms/stall.yaml'), () =>
    ['layer: { remove: { required: [size] } }', 'required: [sells_food, goods]', ''].join('\n'),
  );
  const { portal, diagnostics } = await loadPortal(join(directory, 'hills'));
  expect(diagnostics).toEqual([]);
  const form = portal?.forms[portal.recordTypes['stall']?.form ?? ''];
  expect(form?.schema).toMatchObject({ required: ['goods', 'place', 'sells_food'] });
});

test('a mistake is told at a removal only if it is about what was removed', async () => {
  const directory = copyTowns();
  // The row "south" is removed.
  mkdirSync(join(directory, 'coast/forms'));
  writeFileSync(
    join(directory, 'coast/forms/stall.yaml'),
    'layer: add\nproperties:\n  second: { type: string, title: Second place, lookup: south }\n',
  );
  const alone = await loadPortal(join(directory, 'coast'));
  expect(alone.diagnostics).toMatchObject([
    { code: 'form/unknown-lookup', file: expect.stringMatching('coast/forms/stall.yaml$'), line: 3 },
  ]);
  edit(join(directory, 'coast/forms/stall.yaml'), (text) =>
    text.replace('lookup: south', 'when: { field: place, is: south }'),
  );
  const used = await loadPortal(join(directory, 'coast'));
  expect(used.diagnostics).toMatchObject([
    { code: 'layer/still-used', file: expect.stringMatching('coast/lookups/place.yaml$'), line: 3 },
  ]);
  edit(join(directory, 'hills/forms/stall.yaml'), () => 'layer: { remove: { properties: [goods] } }\n');
  const required = await loadPortal(join(directory, 'hills'));
  expect(required.diagnostics).toMatchObject([{ code: 'layer/still-used', line: 1 }]);
  expect(required.diagnostics[0]?.also?.map(({ file }) => basename(dirname(file)))).toContain('forms');
});

/** GeoJSON as a map program writes it: squares side by side. */
function districtsOf(values: readonly string[]): string {
  const features = values.map((value, at) => {
    const [west, east] = [120 + at, 121 + at];
    const outline = [
      [west, 14],
      [east, 14],
      [east, 15],
      [west, 15],
      [west, 14],
    ];
    return { type: 'Feature', properties: { value }, geometry: { type: 'Polygon', coordinates: [outline] } };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

test('outlines of a town take the place of those of the base, without a word that is not GeoJSON', async () => {
  const directory = copyTowns();
  for (const [layer, values] of [
    ['province', ['north', 'south', 'pier']],
    ['coast', ['north', 'pier', 'beach']],
  ] as const) {
    mkdirSync(join(directory, layer, 'districts'));
    writeFileSync(join(directory, layer, 'districts/place.geojson'), districtsOf(values));
  }
  expect((await loadPortal(join(directory, 'province'))).diagnostics).toEqual([]);
  expect((await loadPortal(join(directory, 'coast'))).diagnostics).toEqual([]);
});

test('a row that replaces one of the base is written once', async () => {
  const directory = copyTowns();
  edit(join(directory, 'coast/lookups/place.yaml'), (text) =>
    text.replace(/( {2}- \{ value: pier, label: )(.*\n)/, '$1$2$1Old $2'),
  );
  const { diagnostics } = await loadPortal(join(directory, 'coast'));
  expect(diagnostics).toMatchObject([{ code: 'lookup/duplicate-value', line: 6 }]);
});

test('`layer` means nothing without a base', async () => {
  const directory = copyTowns();
  edit(join(directory, 'province/papers.yaml'), (text) => `layer: add\n${text}`);
  const { diagnostics } = await loadPortal(join(directory, 'province'));
  expect(diagnostics).toMatchObject([
    { code: 'layer/nothing-below', line: 1, message: expect.stringContaining('extends no other') },
  ]);
});

test('the town of the documentation is sound, and its cases hold', () => {
  const page = readFileSync('docs/configure/layers.md', 'utf8');
  const shown = [...page.matchAll(/^```yaml\n# (valley\/(\S+))\n([\s\S]*?)^```/gm)].map(
    ([, path = '', name = '', text = '']) => ({ path, name, text }),
  );
  expect(shown.length).toBeGreaterThan(5);
  const base = readFiles(join(towns, 'province')).files.map((file) => ({
    ...file,
    name: `../province/${file.name}`,
  }));
  const files = [...shown, ...base];
  const { portal, diagnostics } = compilePortal(files);
  expect(diagnostics).toEqual([]);
  expect(portal?.lookups['place']?.rows.map(({ label }) => label)).toEqual([
    'Market below the dam',
    'South market',
    'Market at the mill',
  ]);
  expect(portal === null ? 'no portal' : failuresOf(files, portal)).toBe('');
});

test('a revision of git is read with the base that it had', () => {
  const directory = copyTowns();
  // Whatever the base is called.
  renameSync(join(directory, 'province'), join(directory, 'folder'));
  edit(join(directory, 'coast/portal.yaml'), (text) => text.replace('../province', '../folder'));
  const git = (...words: string[]) => execFileSync('git', words, { cwd: directory, stdio: 'ignore' });
  git('init');
  git('add', '.');
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', 'commit', '-m', 'Begin');
  edit(join(directory, 'folder/lookups/place.yaml'), (text) => text.replace('North market', 'Old market'));
  const read = readRevision(join(directory, 'coast'), 'HEAD');
  if (typeof read === 'string') throw new Error(read);
  expect(read.diagnostics).toEqual([]);
  const place = read.files.find(({ name }) => name === '../folder/lookups/place.yaml');
  expect(place).toMatchObject({
    path: join(directory, 'folder/lookups/place.yaml'),
    text: expect.stringContaining('North market'),
  });
  expect(compilePortal(read.files).portal?.lookups['place']?.rows).toHaveLength(3);
});

test('the workbench replaces a file of the base by one of the town', () => {
  const { files: base } = readFiles(join(towns, 'coast'));
  const workshop = createWorkshop(collectAdditions([]));
  const files = { base, edited: {}, language: 'en' };
  const listed = editableFiles(ownFiles(base)).find(({ sort }) => sort === 'kinds')?.files;
  expect(listed?.map(({ file }) => file).sort()).toEqual([
    'requirements/permit/boat.yaml',
    'requirements/permit/fireworks.yaml',
    'requirements/permit/food.yaml',
    'requirements/permit/general.yaml',
  ]);
  const address = { file: 'requirements/permit/food.yaml', at: '' };
  const part = workshop.part(files, { ...address, q: '' });
  if (!('value' in part)) throw new Error('no part');
  const { answers, edition } = part.value;
  expect(Object.keys(answers)).not.toContain('layer');
  const changed = workshop.change(files, {
    ...address,
    edition,
    answers: { ...answers, title: 'Permit to cook' },
  });
  if (!('value' in changed)) throw new Error('not changed');
  expect(changed.value.file).toBe(address.file);
  expect(changed.value.text).toMatch(/^layer: replace\n/m);
  const look = workshop.look(
    { ...files, edited: { [changed.value.file]: changed.value.text } },
    { ...address, answers: null, today: '2026-03-02' },
  );
  expect('value' in look && look.value.faults.filter(({ isError }) => isError)).toEqual([]);
});

test('the workbench replaces what several bases say together, whatever their YAML looks like', () => {
  const directory = copyTowns();
  mkdirSync(join(directory, 'village'));
  writeFileSync(join(directory, 'village/portal.yaml'), 'extends: ../coast\ntitle: Market of the Pier\n');
  edit(join(directory, 'coast/requirements/permit/boat.yaml'), (text) => `---\n${text}`);
  edit(join(directory, 'province/requirements/permit/food.yaml'), (text) => JSON.stringify(parse(text)));
  writeFileSync(join(directory, 'coast/requirements/permit/fireworks.yaml'), 'layer: remove\n');
  const { files: base } = readFiles(join(directory, 'village'));
  expect(errorsOf(compilePortal(base).diagnostics)).toEqual([]);
  const offered = editableFiles(ownFiles(base)).flatMap(({ files }) => files.map(({ file }) => file));
  expect(offered.sort()).toEqual([
    'fees/stall.yaml',
    'locales/fil.yaml',
    'lookups/place.yaml',
    'requirements/permit/boat.yaml',
    'requirements/permit/food.yaml',
    'requirements/permit/general.yaml',
  ]);
  const workshop = createWorkshop(collectAdditions([]));
  for (const [file, at, answers] of [
    ['fees/stall.yaml', '/lines/0', { title: 'Place in the market' }],
    ['lookups/place.yaml', '/rows/1', { label: 'Pier' }],
    ['requirements/permit/boat.yaml', '', { title: 'Boat' }],
    ['requirements/permit/food.yaml', '', { title: 'Food' }],
  ] as const) {
    const files = { base, edited: {}, language: 'en' };
    const part = workshop.part(files, { file, at, q: '' });
    if (!('value' in part)) throw new Error(`no part of ${file}`);
    const next = { ...part.value.answers, ...answers };
    const changed = workshop.change(files, { file, at, edition: part.value.edition, answers: next });
    if (!('value' in changed)) throw new Error(`${file} is not changed`);
    const { portal, diagnostics } = compilePortal(
      withEdits({ base, edited: { [file]: changed.value.text } }),
    );
    expect([file, errorsOf(diagnostics)]).toEqual([file, []]);
    expect(JSON.stringify(portal)).toContain(JSON.stringify(Object.values(answers)[0]));
  }
});

test('the workbench shows what a town and its base say together, and writes what differs', () => {
  const { files: base } = readFiles(join(towns, 'coast'));
  const workshop = createWorkshop(collectAdditions([]));
  const edited: Record<string, string> = {};
  const open = (file: string, at: string) => {
    const part = workshop.part({ base, edited, language: 'en' }, { file, at, q: '' });
    if (!('value' in part)) throw new Error(`There is no ${at} in ${file}.`);
    return part.value;
  };
  const keep = (result: EditResult<{ readonly file: string; readonly text: string }>): void => {
    if (!('value' in result)) throw new Error('It is refused.');
    edited[result.value.file] = result.value.text;
  };
  const change = (file: string, at: string, answers: Readonly<Record<string, unknown>>): void => {
    const { edition, answers: before } = open(file, at);
    const order = { file, at, edition, answers: { ...before, ...answers } };
    keep(workshop.change({ base, edited, language: 'en' }, order));
  };
  const act = (file: string, at: string, what: 'up' | 'remove'): void =>
    keep(
      workshop.act(
        { base, edited, language: 'en' },
        { file, at, edition: open(file, at).edition, act: what },
      ),
    );
  const fees = 'fees/stall.yaml';
  expect(open(fees, '')).toMatchObject({ title: 'Market fees', answers: { title: 'Market fees' } });
  change(fees, '/lines/1', { amount: '45' });
  // What the check finds in the third line of the town is told at its question in the fourth line of all.
  const answers = { ...open(fees, '/lines/3').answers, amount: '1.234' };
  const order = { file: fees, at: '/lines/3', answers, today: '2026-03-02' };
  const look = workshop.glance({ base, edited, language: 'en' }, order);
  expect('value' in look && look.value.faults).toMatchObject([{ field: 'amount', isError: true }]);
  const texts = { file: 'locales/fil.yaml', at: '/texts', answers: null, today: '2026-03-02' };
  expect(workshop.look({ base, edited: {}, language: 'en' }, texts)).toMatchObject({ value: { faults: [] } });
  act(fees, '/lines/2', 'remove');
  expect(edited[fees]).toBe(`layer:
  replace: { lines: [stall, cleaning] }
  remove: { lines: [water] }
version: Ordinance 11 s.2025 of Port San Juan
lines:
  - { id: stall, title: Stall, amount: 80, per: { field: size }, tags: [fee] }
  - { id: cleaning, title: Cleaning, amount: 45, tags: [fee] }
  - { id: ice, title: Ice, amount: 15, tags: [fee], when: { field: sells_food, is: true } }
`);
  // A line that takes the place of one of the base is left out with it.
  act(fees, '/lines/0', 'remove');
  expect(edited[fees]).toMatch(
    /^layer:\n {2}replace: \{ lines: \[cleaning\] \}\n {2}remove: \{ lines: \[stall, water\] \}\n/,
  );
  change('locales/fil.yaml', '/texts/Sign in', { value: 'Pumasok' });
  const { text: before = '' } = base.find(({ name }) => name === 'locales/fil.yaml') ?? {};
  expect(edited['locales/fil.yaml']).toBe(
    `${before.replace('layer: add', 'layer: { replace: { texts: [Sign in] } }')}  Sign in: Pumasok\n`,
  );
  act('lookups/place.yaml', '/rows/2', 'remove');
  const { portal } = compilePortal(withEdits({ base, edited }));
  expect(portal?.fees['stall']?.lines.map(({ id }) => id)).toEqual(['cleaning', 'ice']);
  expect(portal?.lookups['place']?.rows.map(({ value }) => value)).toEqual(['north', 'pier']);
  // Names cannot say another order.
  act('lookups/place.yaml', '/rows/1', 'up');
  expect(edited['lookups/place.yaml']).toMatch(/^layer: replace\n/);
});

function run(...words: string[]) {
  const env = { ...process.env, CONFIG_DIR: `${towns}/coast` };
  const { status, stdout, stderr } = spawnSync('src/cli.ts', words, { encoding: 'utf8', env });
  return { status, stdout, stderr };
}

test('a page is explained with the layer of each rule', () => {
  const { stdout } = run('explain', '/harbour', '--as', 'harbour');
  expect(stdout).toContain(`route harbour.stalls "Requests"  ${towns}/coast/routes/harbour.yaml:5`);
  expect(stdout).toContain(`signed-in 1: holds  ${towns}/province/guards.yaml:8`);
});

test('a new thing is made like one of the base, but no file of the base is changed', () => {
  const made = run('new', 'kind', 'permit/dairy', '--like', 'permit/food', '--dry-run');
  expect(made).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('coast/requirements/permit/dairy.yaml'),
  });
  expect(run('new', 'department', 'guard', '--like', 'market', '--dry-run')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`has parts in the base (${towns}/province/`),
  });
});
