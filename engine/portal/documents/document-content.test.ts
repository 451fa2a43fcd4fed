import { expect, test } from 'vitest';
import { layOutDocument } from './document-layout.ts';
import { parseMarkdown } from '../text/markdown.ts';
import { stateOnDay } from '../model/document.ts';
import { escapeMarkdown } from '../text/text-template.ts';

test('Markdown is a heading, paragraphs, lists and tables, with bold and slanted words', () => {
  expect(parseMarkdown('# One *two*\n\n- a\n- **b**\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n---')).toEqual([
    { kind: 'heading', level: 1, words: [{ text: 'One ' }, { text: 'two', emphasis: true }] },
    { kind: 'list', isOrdered: false, items: [[{ text: 'a' }], [{ text: 'b', strong: true }]] },
    { kind: 'table', head: [[{ text: 'x' }], [{ text: 'y' }]], rows: [[[{ text: '1' }], [{ text: '2' }]]] },
    { kind: 'rule' },
  ]);
});

test('what a person wrote is read as it is, whatever signs are in it', () => {
  const name = `<b>A & B's</b> [x](y) **bold** # 1. | -- "\u00f1" \\ \`code\``;
  expect(parseMarkdown(escapeMarkdown(name))).toEqual([{ kind: 'paragraph', words: [{ text: name }] }]);
});

test('signatures are side by side, code and fine print are in the footer, and a card has a back', () => {
  const fine = { block: 'fine' as const, body: [] };
  const [front, back] = layOutDocument({
    blocks: [
      { block: 'banner', text: 'Front' },
      { block: 'signature', position: 'One', name: null },
      { block: 'signature', position: 'Two', name: 'B' },
      { block: 'back' },
      { block: 'qr', text: 'Scan' },
      fine,
      { block: 'banner', text: 'Back' },
    ],
  });
  expect(front?.body.map(({ block }) => block)).toEqual(['banner', 'signatures']);
  expect(front?.foot).toEqual({ qr: null, fine: [], photo: null });
  expect(back).toEqual({
    color: null,
    body: [{ block: 'banner', text: 'Back' }],
    foot: { qr: 'Scan', fine: [fine], photo: null },
  });
});

test('three signatures are side by side, and more are below them', () => {
  const names = ['One', 'Two', 'Three', 'Four'];
  const [page] = layOutDocument({
    blocks: names.map((name) => ({ block: 'signature', position: 'Member', name })),
  });
  const lines = page?.body.map((one) => (one.block === 'signatures' ? one.signatures : []));
  expect(lines?.map((line) => line.map(({ name }) => name))).toEqual([['One', 'Two', 'Three'], ['Four']]);
});

test('paper has one colour, front and back', () => {
  const pages = layOutDocument({
    blocks: [
      { block: 'color', color: '#fff3bf' },
      { block: 'banner', text: 'Front' },
      { block: 'back' },
      { block: 'banner', text: 'Back' },
    ],
  });
  expect(pages.map(({ color, body }) => [color, body.length])).toEqual([
    ['#fff3bf', 1],
    ['#fff3bf', 1],
  ]);
});

test('the last day still counts, and what was taken back stays so when its time is over', () => {
  const last = { state: 'valid', validUntil: '2026-12-31' } as const;
  expect(stateOnDay(last, '2026-12-31')).toBe('valid');
  expect(stateOnDay(last, '2027-01-01')).toBe('expired');
  expect(stateOnDay({ ...last, state: 'revoked' }, '2027-01-01')).toBe('revoked');
  expect(stateOnDay({ state: 'valid', validUntil: null }, '2099-01-01')).toBe('valid');
});
