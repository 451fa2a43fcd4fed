/** A document has from the one that it is like what it does not say itself, and blocks by their names. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compilePortal } from '../../engine/config/compile.ts';
import { loadPortal } from '../../engine/config/load.ts';
import { readFiles } from '../../engine/config/read-files.ts';
import type { ParseCache } from '../../engine/config/stages.ts';
import type { DocumentTemplate } from '../../engine/portal/model/document.ts';

const library = readFiles('tests/fixtures/library').files;
const cache: ParseCache = new Map();

const slip = `title: Loan slip
of: loan
border: line
valid: { for: 1 year }
subject: '{owner}'
compare: { rows: [{ label: Branch, text: '{branch}' }] }
read: { department: desk }
blocks:
  - seal: Lending desk
  - { name: holder, holder: { name: '{owner}' }, when: { state: lent } }
  - { name: foot, qr: Check it. }
  - { name: foot, fine: Bring the book }
`;

function compile(documents: Readonly<Record<string, string>>, letterhead = '') {
  const written = Object.entries(documents).map(([name, text]) => ({
    path: `config/documents/${name}.yaml`,
    name: `documents/${name}.yaml`,
    text,
  }));
  const files = library.map((file) =>
    file.name === 'portal.yaml' ? { ...file, text: file.text + letterhead } : file,
  );
  return compilePortal([...files, ...written], { cache });
}

/** What people read on the paper: all but the place in the files. */
function printed(document: DocumentTemplate | undefined) {
  const { place: _place, ...rest } = document!;
  return { ...rest, name: '' };
}

test('a document that is like another prints as if it said everything itself', () => {
  const like = `title: Loan card
of: loan
like: slip
number: 'C-{sequence:4}'
border: none
blocks:
  - like: foot
  - text: A card.
  - like: [holder]
`;
  const whole = `title: Loan card
of: loan
number: 'C-{sequence:4}'
valid: { for: 1 year }
subject: '{owner}'
compare: { rows: [{ label: Branch, text: '{branch}' }] }
read: { department: desk }
border: none
blocks:
  - qr: Check it.
  - fine: Bring the book
  - text: A card.
  - { holder: { name: '{owner}' }, when: { state: lent } }
`;
  const { documents } = compile({ slip, card: like, whole }).portal!;
  expect(printed(documents['card'])).toEqual(printed(documents['whole']));
});

test('a mistake in a shared block is told once, where it is', () => {
  const card = 'title: Card\nof: loan\nlike: slip\nblocks:\n  - like: [holder, foot]\n';
  const { diagnostics } = compile({
    slip: slip.replace('Bring the book', '"Bring {buk}"'),
    card,
    other: card,
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
    { code: 'text/unknown-path', file: 'config/documents/slip.yaml', line: 12 },
  ]);
});

test('the lines of the portal are above those of each letterhead', () => {
  const { portal } = compile({ slip }, 'letterhead: |\n  Country\n  Town\n');
  expect(portal?.documents['slip']?.blocks[0]?.part).toEqual({
    block: 'seal',
    text: 'Country\nTown\nLending desk',
  });
});

test('the municipality has the addresses and prints the documents that it always did', async () => {
  const { portal } = await loadPortal('config');
  const addresses = portal?.routes.map(({ path, aliases }) => [path, ...aliases].join(' ')).toSorted();
  const before = readFileSync('tests/fixtures/addresses.txt', 'utf8').trimEnd().split('\n');
  expect(addresses).toEqual(before);
  const prints = Object.values(portal!.documents)
    .map((document) => `${document.name} ${hashOf(printed(document))}\n`)
    .toSorted()
    .join('');
  await expect(prints).toMatchFileSnapshot('../fixtures/printed-documents.txt');
});

/** Space at the end of a letterhead is not printed, nor whether numbers may have gaps. */
function hashOf(document: object): string {
  const text = JSON.stringify(document, (key, value: unknown) => {
    if (key === 'hasGaps') return undefined;
    return key === 'text' && typeof value === 'string' ? value.trimEnd() : value;
  });
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
