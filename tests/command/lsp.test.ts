/** `munisipyo lsp` as an editor uses it: a real client on its standard input and output. */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  createProtocolConnection,
  type Diagnostic,
  type Location,
  type LogMessageParams,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';

let folder: string;
let client: ProtocolConnection;
/** The last diagnostics of each file, and who waits for others. */
let published: Map<string, readonly Diagnostic[]>;
let onPublish: () => void;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'lsp-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync('tests/fixtures/library', join(folder, 'config'), { recursive: true });
  client = await startClient({});
});

async function startClient(environment: NodeJS.ProcessEnv): Promise<ProtocolConnection> {
  const server = spawn(join(process.cwd(), 'src/cli.ts'), ['lsp'], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: 'pipe',
  });
  const started = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  published = new Map();
  onPublish = () => {};
  started.onNotification('textDocument/publishDiagnostics', (shown: PublishDiagnosticsParams) => {
    published.set(shown.uri, shown.diagnostics);
    onPublish();
  });
  started.listen();
  onTestFinished(async () => {
    await started.sendRequest('shutdown');
    await started.sendNotification('exit');
    await new Promise((done) => server.once('exit', done));
    if (server.exitCode !== 0) throw new Error(`The server ended with ${server.exitCode}.`);
    started.dispose();
  });
  await started.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['rename'] } },
    },
  });
  await started.sendNotification('initialized', {});
  return started;
}

function uriOf(name: string): string {
  return pathToFileURL(join(folder, 'config', name)).href;
}

function textOf(name: string): string {
  return readFileSync(join(folder, 'config', name), 'utf8');
}

async function open(name: string, text = textOf(name)): Promise<void> {
  await client.sendNotification('textDocument/didOpen', {
    textDocument: { uri: uriOf(name), languageId: 'yaml', version: 1, text },
  });
}

async function change(name: string, text: string, version: number): Promise<void> {
  await client.sendNotification('textDocument/didChange', {
    textDocument: { uri: uriOf(name), version },
    contentChanges: [{ text }],
  });
}

/** The place of the first character of some words in a text. */
function placeOf(name: string, words: string, { text = textOf(name), after = 0 } = {}) {
  const before = text.slice(0, text.indexOf(words) + after).split('\n');
  return {
    textDocument: { uri: uriOf(name) },
    position: { line: before.length - 1, character: (before.at(-1) ?? '').length },
  };
}

/** Waits until the diagnostics of a file are as wanted. */
async function untilShown(name: string, isWanted: (shown: readonly Diagnostic[]) => boolean) {
  const now = () => published.get(uriOf(name));
  await new Promise<void>((done) => {
    onPublish = () => {
      const shown = now();
      if (shown !== undefined && isWanted(shown)) done();
    };
    onPublish();
  });
  return now() ?? [];
}

function shownPlaces(found: readonly Location[]): string[] {
  return found.map(({ uri, range }) => `${nameOf(uri)}:${range.start.line + 1}`);
}

function nameOf(uri: string): string {
  return uri.slice(uriOf('').length + 1);
}

/** Texts after the changes of an edit, by the new names of their files. */
function apply({ documentChanges = [] }: WorkspaceEdit): Map<string, string> {
  const texts = new Map<string, string>();
  for (const one of documentChanges) {
    if ('edits' in one) {
      const lines = textOf(nameOf(one.textDocument.uri)).split('\n');
      for (const edit of one.edits.toReversed()) {
        if (!('newText' in edit)) continue;
        const { start, end } = edit.range;
        lines.splice(start.line, end.line - start.line, ...edit.newText.split('\n').slice(0, -1));
      }
      texts.set(nameOf(one.textDocument.uri), lines.join('\n'));
    } else if (one.kind === 'rename') {
      const name = nameOf(one.oldUri);
      texts.set(nameOf(one.newUri), texts.get(name) ?? textOf(name));
      texts.delete(name);
    }
  }
  return texts;
}

test('mistakes of an open buffer are shown while one types, and go when they are corrected', async () => {
  const right = textOf('workflows/loan.yaml');
  const wrong = right.replace('to: lent', 'to: lnt');
  await open('workflows/loan.yaml', wrong);
  const [first] = await untilShown('workflows/loan.yaml', (shown) => shown.length > 0);
  expect(first).toMatchObject({
    code: 'workflow/unknown-state',
    source: 'munisipyo',
    severity: 1,
    message: expect.stringContaining('Did you mean "lent"?'),
    range: placeRange(wrong, 'lnt'),
  });
  await change('workflows/loan.yaml', right, 2);
  await untilShown('workflows/loan.yaml', (shown) => shown.length === 0);
});

test('a configuration shows what an open buffer of its base changes in it', async () => {
  mkdirSync(join(folder, 'town/lookups'), { recursive: true });
  writeFileSync(join(folder, 'town/portal.yaml'), 'extends: ../config\n');
  const name = '../town/lookups/branch.yaml';
  writeFileSync(join(folder, 'config', name), 'layer: { remove: { rows: [hill] } }\n');
  await open(name);
  await open('lookups/branch.yaml', textOf('lookups/branch.yaml').replace('value: hill', 'value: moor'));
  const [first] = await untilShown(name, (shown) => shown.length > 0);
  expect(first).toMatchObject({ code: 'layer/unknown-name', message: expect.stringContaining('"hill"') });
  await change('lookups/branch.yaml', textOf('lookups/branch.yaml'), 2);
  await untilShown(name, (shown) => shown.length === 0);
});

function placeRange(text: string, words: string) {
  const { position: start } = placeOf('', words, { text });
  return { start, end: { ...start, character: start.character + words.length } };
}

/** Only the whole check finds an unreachable state. */
function withLostState(): string {
  const state = '  lost: { title: Lost, tone: bad, final: true }\n';
  return textOf('workflows/loan.yaml').replace('clocks:', `${state}clocks:`);
}

test('what only the whole check finds is shown when nobody types, and faded after the next change', async () => {
  const text = withLostState();
  await open('workflows/loan.yaml', text);
  const shown = await untilShown('workflows/loan.yaml', (found) => found.length > 0);
  expect(shown.every(({ tags }) => tags === undefined)).toBe(true);
  await change('workflows/loan.yaml', `${text}# a comment\n`, 2);
  const faded = await untilShown('workflows/loan.yaml', (found) =>
    found.some(({ tags }) => tags !== undefined),
  );
  expect(faded.map(({ code }) => code)).toEqual(shown.map(({ code }) => code));
  await untilShown('workflows/loan.yaml', (found) => found.every(({ tags }) => tags === undefined));
});

/** @param inThread what the module of extensions does when the thread of the check loads it */
async function startWithExtensions(inThread: string): Promise<void> {
  const module = join(folder, 'extensions.mjs');
  writeFileSync(
    module,
    `import { existsSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (!isMainThread) {
${inThread}
}
export const extensions = [];
`,
  );
  client = await startClient({ EXTENSIONS: module });
}

test('other answers come while the whole check runs', async () => {
  const [begun, held] = [join(folder, 'begun'), join(folder, 'held')];
  writeFileSync(held, '');
  await startWithExtensions(`writeFileSync(${JSON.stringify(begun)}, '');
const pause = new Int32Array(new SharedArrayBuffer(4));
while (existsSync(${JSON.stringify(held)})) Atomics.wait(pause, 0, 0, 20);`);
  await open('workflows/loan.yaml', withLostState());
  await vi.waitFor(() => expect(existsSync(begun)).toBe(true), 30_000);
  expect(shownPlaces(await findDefinition('records/loan.yaml', 'office: desk', 8))).toEqual([
    'departments/desk.yaml:2',
  ]);
  const place = placeOf('forms/loan.yaml', 'is_student');
  expect(await client.sendRequest('textDocument/hover', place)).not.toBeNull();
  expect(await complete('records/loan.yaml', 'office: ', textOf('records/loan.yaml'), 8)).toMatchObject({
    desk: 'Lending desk',
  });
  expect(published.get(uriOf('workflows/loan.yaml')) ?? []).toEqual([]);
  rmSync(held);
  await untilShown('workflows/loan.yaml', (found) => found.length > 0);
});

test('a check that fails is told to the log, and the next change is checked again', async () => {
  const failed = join(folder, 'failed');
  await startWithExtensions(`if (!existsSync(${JSON.stringify(failed)})) {
  writeFileSync(${JSON.stringify(failed)}, '');
  process.exit(1);
}`);
  const logged = new Promise<string>((tell) => {
    client.onNotification('window/logMessage', ({ message }: LogMessageParams) => tell(message));
  });
  await open('workflows/loan.yaml', withLostState());
  expect(await logged).toBe('The check failed: Error: The thread ended without an answer.');
  await change('workflows/loan.yaml', `${withLostState()}# a comment\n`, 2);
  await untilShown('workflows/loan.yaml', (found) => found.length > 0);
});

function findDefinition(name: string, words: string, after = 0) {
  return client.sendRequest<Location[]>('textDocument/definition', placeOf(name, words, { after }));
}

test('a name leads to its definition, from a condition, a state and a list', async () => {
  expect(shownPlaces(await findDefinition('requirements/membership/student.yaml', 'is_student'))).toEqual([
    'forms/loan.yaml:9',
  ]);
  expect(shownPlaces(await findDefinition('workflows/loan.yaml', 'from: asked', 6))).toEqual([
    'workflows/loan.yaml:6',
  ]);
  expect(shownPlaces(await findDefinition('routes/staff.yaml', 'loan/asked', 6))).toEqual([
    'records/loan.yaml:22',
  ]);
  expect(shownPlaces(await findDefinition('records/loan.yaml', 'office: desk', 8))).toEqual([
    'departments/desk.yaml:2',
  ]);
});

test('references and hover tell where a name is used, also in buffers that are not saved', async () => {
  const place = placeOf('forms/loan.yaml', 'is_student');
  const find = () =>
    client.sendRequest<Location[]>('textDocument/references', {
      ...place,
      context: { includeDeclaration: true },
    });
  const saved = [
    'forms/loan.yaml:9',
    'forms/loan.yaml:10',
    'records/loan.yaml:30',
    'requirements/membership/student.yaml:3',
  ];
  expect(shownPlaces(await find())).toEqual(saved);
  const text = textOf('records/loan.yaml').replace(
    'columns: [number, state, paper-count]',
    'columns: [number, is_student]',
  );
  await open('records/loan.yaml', text);
  expect(shownPlaces(await find())).toEqual([
    ...saved.slice(0, 2),
    'records/loan.yaml:19',
    ...saved.slice(2),
  ]);
  const hover = await client.sendRequest<{ contents: { value: string } }>('textDocument/hover', place);
  expect(hover.contents.value).toContain('**Are you a student?**');
  expect(hover.contents.value).toContain('question `loan: is_student`');
  expect(hover.contents.value).toContain('Used in 4 places');
});

async function complete(name: string, words: string, text: string, after: number) {
  await open(name, text);
  const items = await client.sendRequest<{ label: string; detail?: string }[]>(
    'textDocument/completion',
    placeOf(name, words, { text, after }),
  );
  return Object.fromEntries(items.map(({ label, detail }) => [label, detail]));
}

test('names that fit the place are proposed, with their titles', async () => {
  const workflow = textOf('workflows/loan.yaml').replace('from: lent, to: returned', 'from: lent, to: re');
  expect(await complete('workflows/loan.yaml', 'to: re,', workflow, 6)).toMatchObject({
    draft: 'Draft',
    returned: 'Brought back',
  });
  const record = textOf('records/loan.yaml').replace('office: desk', 'office: ');
  expect(await complete('records/loan.yaml', 'office: ', record, 8)).toEqual({
    desk: 'Lending desk',
    director: 'Director',
    member: 'Member',
  });
});

test('a rename changes every file, writes the earlier name, and moves the file of the name', async () => {
  const place = placeOf('requirements/membership/student.yaml', 'is_student');
  expect(await client.sendRequest('textDocument/prepareRename', place)).toMatchObject({
    placeholder: 'is_student',
  });
  const edit = await client.sendRequest<WorkspaceEdit>('textDocument/rename', {
    ...place,
    newName: 'studies',
  });
  const texts = apply(edit);
  expect([...texts.keys()].toSorted()).toEqual([
    'forms/loan.yaml',
    'records/loan.yaml',
    'requirements/membership/student.yaml',
  ]);
  expect(texts.get('forms/loan.yaml')).toContain(
    "  studies: { type: boolean, title: 'Are you a student?', formerly: is_student }\n",
  );
  const moved = await client.sendRequest<WorkspaceEdit>('textDocument/rename', {
    ...placeOf('records/loan.yaml', 'lookup', {}),
    ...placeOf('forms/loan.yaml', 'lookup: branch', { after: 8 }),
    newName: 'library-branch',
  });
  expect([...apply(moved).keys()]).toContain('lookups/library-branch.yaml');
});

function renameState(newName: string) {
  const place = placeOf('workflows/loan.yaml', 'from: asked', { after: 6 });
  return client.sendRequest('textDocument/rename', { ...place, newName });
}

test('a rename that is not possible says why', async () => {
  await expect(renameState('lent')).rejects.toThrow('The name "loan.lent" is taken');
  await expect(renameState('not a name')).rejects.toThrow('cannot be a name of this kind');
});

test('a file outside of a configuration has no answers', async () => {
  writeFileSync(join(folder, 'other.yaml'), 'a: b\n');
  const uri = pathToFileURL(join(folder, 'other.yaml')).href;
  const place = { textDocument: { uri }, position: { line: 0, character: 0 } };
  expect(await client.sendRequest('textDocument/definition', place)).toBeNull();
});
