/** Arbitrary small processes: a case with children, whose steps people take or the engine triggers. */
import * as fc from 'fast-check';
import { checkAutomaticCycles } from '../../engine/config/check/workflows/automatic-cycles.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import { linkFiles, parseFiles, validateFiles } from '../../engine/config/stages.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';

const states = ['a', 'b', 'c'];
const tiny = readFiles('tests/fixtures/tiny').files;

export interface Process {
  readonly portal: Portal;
  /** The proof's findings about its triggers. */
  readonly circles: readonly string[];
  /** Other errors in the files. */
  readonly mistakes: readonly string[];
}

const someStates = fc.subarray(states, { minLength: 1, maxLength: 2 });

/** The condition of a case. */
const caseTrigger = triggers([
  fc.record({ children: fc.constant('part'), any: fc.record({ state: someStates }) }),
  fc.record({
    children: fc.constant('part'),
    every: fc.record({ state: someStates }),
    atLeast: fc.constantFrom(0, 1, 2),
  }),
]);

/** The condition of a child: over the case, or over its children. */
const partTrigger = triggers([
  fc.record({ parent: fc.record({ state: someStates }) }),
  fc.record({ children: fc.constant('part'), any: fc.record({ state: someStates }) }),
]);

function triggers(own: readonly fc.Arbitrary<object>[]): fc.Arbitrary<object> {
  const one = fc.oneof(...own, fc.constant({ lapsed: 'limit' }), fc.constant({ after: '1 day' }));
  return fc.oneof(
    { arbitrary: one, weight: 4 },
    { arbitrary: one.map((not) => ({ not })), weight: 2 },
    { arbitrary: fc.tuple(one, one).map((all) => ({ all })), weight: 1 },
  );
}

function transition(trigger: fc.Arbitrary<object>, creates: fc.Arbitrary<object[]>): fc.Arbitrary<object> {
  // oxlint-disable-next-line unicorn/no-thenable -- the grammar's word, and an arbitrary is no promise
  const way = { from: someStates, to: fc.constantFrom(...states), then: creates };
  return fc.oneof(
    { arbitrary: fc.record({ ...way, by: fc.constant({ signedIn: true }) }), weight: 1 },
    { arbitrary: fc.record({ ...way, trigger }), weight: 2 },
  );
}

function workflow(of: string, one: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.array(one, { minLength: 1, maxLength: 5 }).map((steps) => ({
    of,
    initial: 'a',
    states: Object.fromEntries([...states, 'z'].map((state) => [state, { title: state }])),
    clocks: { limit: { within: '2 days', starts: ['a', 'b'], pauses: ['c'], stops: ['z'] } },
    transitions: Object.fromEntries(steps.map((step, at) => [`t${at}`, step])),
  }));
}

const creates: fc.Arbitrary<object[]> = fc.oneof(
  { arbitrary: fc.constant<object[]>([]), weight: 4 },
  { arbitrary: fc.constant<object[]>([{ create: 'part' }]), weight: 1 },
);

const record = (title: string, more: object) => ({
  title,
  ...more,
  access: { create: { signedIn: true }, read: { signedIn: true } },
});

/** Processes as the linker reads them, with the findings of the proof. */
export const processes: fc.Arbitrary<Process> = fc
  .record({
    case: workflow('case', transition(caseTrigger, creates)),
    part: workflow('part', transition(partTrigger, creates)),
  })
  .map((workflows) =>
    prove({
      'records/case.yaml': record('Case', {}),
      'records/part.yaml': record('Part', { parent: ['case', 'part'] }),
      'workflows/case.yaml': workflows.case,
      'workflows/part.yaml': workflows.part,
    }),
  );

/** JSON is also YAML. */
function prove(files: Readonly<Record<string, object>>): Process {
  const written = Object.entries(files).map(([name, value]) => ({
    path: `config/${name}`,
    name,
    text: JSON.stringify(value, null, 1),
  }));
  const linked = linkFiles(validateFiles(parseFiles([...tiny, ...written], undefined)));
  if (linked.portal === null) throw new TypeError('A generated process does not link.');
  const checking = { portal: linked.portal, files: linked.parsed.map(({ file }) => file) };
  return {
    portal: linked.portal,
    circles: checkAutomaticCycles(checking).map(({ message }) => message),
    mistakes: linked.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
  };
}
