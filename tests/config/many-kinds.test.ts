/** The work of compiling grows linearly with the number of kinds. */
import { expect, test } from 'vitest';
import { checkKindCycles } from '../../engine/config/check/papers/kind-cycles.ts';
import { linkPortal } from '../../engine/config/link/link-portal.ts';
import { parseFiles, type ParseCache } from '../../engine/config/stages.ts';
import { generatedConfig } from '../bench/generated-config.ts';

const cache: ParseCache = new Map();
const sizes = [10, 20, 30];

test('linking reads equally much more of the files for each further kind', () => {
  const reads = sizes.map((size) => {
    let count = 0;
    const files = parseFiles(generatedConfig(size), cache).parsed.map(({ file }) => ({
      ...file,
      value: file.kind === 'requirement-kind' ? counting(file.value, () => (count += 1)) : file.value,
    }));
    linkPortal(files);
    return count;
  });
  const [first, second] = stepsOf(reads);
  expect(first).toBeGreaterThan(0);
  expect(second).toBe(first);
});

test('the search for circles reads equally much more of the portal for each further kind', () => {
  const reads = sizes.map((size) => {
    let count = 0;
    const files = parseFiles(generatedConfig(size), cache).parsed.map(({ file }) => file);
    const { portal } = linkPortal(files);
    checkKindCycles({ portal: { ...portal, kinds: counting(portal.kinds, () => (count += 1)) }, files });
    return count;
  });
  const [first, second] = stepsOf(reads);
  expect(first).toBeGreaterThan(0);
  expect(second).toBe(first);
});

/** The number of reads for each ten further kinds. */
function stepsOf([small = 0, middle = 0, large = 0]: readonly number[]): readonly [number, number] {
  return [middle - small, large - middle];
}

/** The same value, with a counter of its property reads. */
function counting<Value>(value: Value, onRead: () => void): Value {
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]): [string, unknown] => [key, counting(part, onRead)]);
  const copy: object = Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
  return new Proxy(copy, {
    get(target, key, receiver) {
      onRead();
      return Reflect.get(target, key, receiver) as unknown;
    },
    getOwnPropertyDescriptor(target, key) {
      onRead();
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  }) as Value;
}
