/** An error of the engine itself is also a diagnostic. */
import { expect, test } from 'vitest';
import { compilePortal } from './compile.ts';
import type { SourceFile } from './source/source.ts';

test('an exception while a file is read becomes a diagnostic at that file', () => {
  let times = 0;
  const faulty: SourceFile = {
    path: 'config/groups.yaml',
    name: 'groups.yaml',
    get text(): string {
      times += 1;
      // The diagnostic quotes the text.
      if (times === 1) throw new Error('the disk is on fire');
      return '';
    },
  };
  const portal: SourceFile = { path: 'config/portal.yaml', name: 'portal.yaml', text: 'title: Club\n' };
  const compiled = compilePortal([portal, faulty]);
  expect(compiled.portal).toBe(null);
  expect(compiled.diagnostics).toContainEqual(
    expect.objectContaining({ code: 'file/internal', file: 'config/groups.yaml', line: 1 }),
  );
});
