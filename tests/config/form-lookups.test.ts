/** What forms omit for a browser that already has the public lookups. */
import { expect, test } from 'vitest';
import {
  lookupEdition,
  publicRows,
  withLookupRows,
  withoutLookupRows,
} from '../../engine/portal/wire/form-lookups.ts';
import { inLanguage } from '../../engine/portal/translation/in-language.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { toWireForm } from '../../engine/server/forms/register-forms.ts';
import { readPortal } from '../server/read-portal.ts';

const first = await readPortal();

function listsOf(portal: Portal) {
  const names = Object.values(portal.lookups).flatMap(({ name, isPublic }) => (isPublic ? [name] : []));
  return Object.fromEntries(names.map((name) => [name, publicRows(portal, name) ?? []]));
}

const bytesOf = (forms: readonly object[]) =>
  forms.reduce((sum, form) => sum + JSON.stringify(form).length, 0);

test.each(first.locales)(
  'every form is whole again with the lists that the browser holds: %s',
  (language) => {
    const portal = inLanguage(first, language);
    const lists = listsOf(portal);
    const forms = Object.values(portal.forms).map(toWireForm);
    const sent = forms.map((form) => withoutLookupRows(portal, form));
    expect(sent.map((form) => withLookupRows(form, lists))).toEqual(forms);
    // Half of the size of all forms is lists that many of them share.
    expect(bytesOf(sent) / bytesOf(forms)).toBeLessThan(0.7);
  },
);

test('with another list, or without it, the form is not taken for whole', () => {
  const lists = listsOf(first);
  const [short] = Object.values(first.forms)
    .map((form) => withoutLookupRows(first, toWireForm(form)))
    .filter((form) => JSON.stringify(form).includes('$lookup'));
  if (short === undefined) throw new Error('No form asks for a public lookup.');
  expect(withLookupRows(short, {})).toBeNull();
  const shorter = Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, rows.slice(1)]));
  expect(withLookupRows(short, shorter)).toBeNull();
  expect(lookupEdition(inLanguage(first, 'fil'))).not.toBe(lookupEdition(first));
});
