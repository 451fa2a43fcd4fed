/** Counts each question, item, paper and clock once, with the basis of the nearest place that names one. */
import { expect, test } from 'vitest';
import { loadPortal } from '../../config/load.ts';
import { countSources } from './count-sources.ts';

test('the certainty comes from the question, else from its form or kind; questions shown from elsewhere do not count', async () => {
  const { portal } = await loadPortal('tests/fixtures/library');
  if (portal === null) throw new Error('the library does not compile');
  const [form] = Object.values(portal.forms);
  if (form === undefined) throw new Error('the library asks nothing');
  const properties = { a: {}, b: {}, c: {}, shown: {} };
  const asked = {
    ...form,
    schema: { type: 'object', properties },
    uiSchema: { 'ui:certainty': 'practice', a: { 'ui:certainty': 'law' }, b: { 'ui:help': 'Help.' } },
    from: { shown: 'loan.book' },
  };
  const counts = countSources({ ...portal, forms: { asked }, kinds: {}, papers: {}, recordTypes: {} });
  expect(counts.parts.questions).toEqual({ law: 1, practice: 2, assumption: 0, unsaid: 0 });
  const kind = { form: asked.hash, certainty: 'assumption' } as const;
  const ofKind = countSources({
    ...portal,
    forms: { bare: { ...asked, uiSchema: {} } },
    kinds: { kind: { ...Object.values(portal.kinds)[0]!, ...kind } },
  });
  expect(ofKind.parts.questions.assumption).toBe(3);
  const bare = countSources({ ...portal, forms: { bare: { ...asked, uiSchema: {} } }, workflows: {} });
  expect(bare.parts.questions.unsaid).toBe(3);
  expect(bare.unsaid).toBe(Object.values(bare.parts).reduce((sum, part) => sum + part.unsaid, 0));
});
