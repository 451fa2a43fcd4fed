/** The library with volumes, as a configuration writes them, and a story about them. */
import type { SourceFile } from '../../../engine/config/source/source.ts';

/** The volumes of the library, which loans name. */
export const files: Readonly<Record<string, string>> = {
  'forms/volume.yaml': `
title: Volume
type: object
required: [name, pages, shelf]
properties:
  name: { type: string, title: Name }
  pages: { type: integer, title: Pages }
  shelf: { type: string, title: Shelf, enum: [sea, sky], 'ui:enumNames': [The sea, The sky] }
  remark: { type: string, title: Remark }
  sequel: { title: Sequel of, ref: volume, where: { state: shelved }, label: name }
`,
  'records/volume.yaml': `
title: Volume
form: volume
office: desk
access:
  create: { department: desk }
  read: { any: [{ department: desk }, { all: [{ department: member }, { field: shelf, is: sea }] }] }
  update: { department: desk }
fields:
  remark: { read: { department: desk } }
derived:
  ordered: { count: order, through: lines.volume, where: { state: sent } }
  wanted: { count: loan, through: item, where: { state: [asked, lent] } }
  copies-wanted: { sum: loan.copies, through: item, where: { state: [asked, lent] } }
  gifts: { count: loan, through: gift, where: { state: asked } }
  branch-of-last: { latest: loan, through: item, give: { branch: branch } }
lists:
  all: { title: Volumes, columns: [name, pages, state, ordered, wanted, copies-wanted, branch-of-last] }
  wanted: { title: Wanted, where: { fact: wanted, above: 0 }, columns: [name, wanted] }
`,
  'workflows/volume.yaml': `
of: volume
initial: shelved
states:
  shelved: { title: On the shelf, waitsFor: office }
  worn: { title: Worn, final: true }
transitions:
  retire: { from: shelved, to: worn, by: { department: desk } }
  discard: { from: shelved, to: worn, by: { department: desk }, needs: [{ fact: wanted, is: 0, message: Somebody wants it. }] }
  replace: { from: shelved, to: worn, by: { department: desk }, input: replacement }
  sell: { from: shelved, to: worn, by: { department: desk }, needs: [{ fact: ordered, is: 0, message: Somebody ordered it. }] }
`,
  'forms/replacement.yaml': `
title: Replacement
type: object
required: [by]
properties:
  by: { title: Volume, ref: volume, where: { state: shelved }, label: name }
`,
  'forms/reader.yaml': `
title: Reader
type: object
required: [name, email, password, town, phone]
properties:
  name: { type: string, title: Your name }
  email: { type: string, format: email, title: E-mail address }
  password: { type: string, title: Password, minLength: 10, 'ui:widget': password }
  town: { type: string, title: Town, enum: [north, south], 'ui:enumNames': [North, South] }
  phone: { type: string, title: Telephone }
`,
  'records/reader.yaml': `
title: Reader
form: reader
parties:
  owner: { department: member }
access:
  create: { signedIn: false }
  read: { any: [{ party: owner }, { department: desk }] }
  update: { party: owner }
account: { department: member, username: email, name: name, password: password }
fields:
  phone: { personal: true, read: { party: owner } }
derived:
  is-near: { cases: [{ when: { field: town, is: north }, value: true }], else: false }
`,
  'forms/chapter.yaml': `
title: Chapter
type: object
properties:
  quotes: { title: What it quotes, ref: volume, label: name }
`,
  'records/chapter.yaml': `
title: Chapter
parent: volume
form: chapter
office: desk
access:
  create: { department: desk }
  read: { department: desk }
  update: { department: desk }
`,
  'workflows/chapter.yaml': `
of: chapter
initial: written
states:
  written: { title: Written, final: true }
transitions: {}
`,
  'forms/order.yaml': `
title: Order
type: object
required: [lines]
properties:
  lines:
    type: array
    title: Volumes
    minItems: 1
    maxItems: 5
    items:
      type: object
      required: [volume, copies]
      properties:
        volume: { title: Volume, ref: volume, where: { state: shelved }, label: name }
        copies: { type: integer, title: Copies, minimum: 1, maximum: 9 }
        pages: { type: integer, title: Pages, compute: { product: [copies, volume.pages] } }
  pages: { type: integer, title: All pages, compute: { sum: lines.pages } }
  longest: { type: integer, title: Most pages, compute: { max: lines.volume.pages } }
`,
  'records/order.yaml': `
title: Order
form: order
office: desk
parties:
  owner: { department: member }
access:
  create: { department: member }
  read: { any: [{ party: owner }, { department: desk }] }
  update: { party: owner }
prefill: [{ from: order, where: { state: packed } }]
lists:
  all:
    title: Orders
    columns: [lines.volume, lines.volume.name, lines.volume.pages, lines.volume.remark, lines.volume.sequel]
    filters: [lines.volume, lines.volume.shelf, lines.volume.remark]
  worn: { title: Worn, where: { field: lines.volume.state, has: worn }, columns: [lines.volume.state] }
  thick: { title: Thick, where: { field: lines.volume.pages, atLeast: 100, every: true }, columns: [lines.volume.pages] }
  later: { title: Later, where: { field: lines.volume.sequel.shelf, is: sky, any: true }, columns: [state] }
`,
  'workflows/order.yaml': `
of: order
initial: draft
states:
  draft: { title: Draft, waitsFor: owner }
  sent: { title: Sent, waitsFor: office }
  packed: { title: Packed, final: true }
transitions:
  send:
    from: draft
    to: sent
    by: { party: owner }
    needs: [{ form: complete }, { field: pages, atMost: 3000, message: These are too many pages. }]
  pack:
    from: sent
    to: packed
    by: { department: desk }
    needs: [{ field: lines.volume.state, is: shelved, every: true, message: A volume is worn. }]
    then: [{ notify: owner, notice: packed }]
`,
  'notices/packed.yaml': `
subject: Packed
body: '{lines.volume}: {lines.volume.pages} pages, after {lines.volume.sequel.name}.'
`,
  'notices/lent.yaml': `
subject: '{item.name} is yours'
body: '{item}: {item.pages} pages, {item.state}. After: {item.sequel.name}.'
`,
  'reports/loans.yaml': `
title: Loans by shelf
of: loan
groupBy: item.shelf
measure:
  - { count: true, title: Loans }
`,
  'reports/orders.yaml': `
title: Pages ordered
of: order
groupBy: state
measure:
  - { sum: lines.volume.pages, title: Pages }
`,
  'forms/loan.yaml': `
title: Loan
type: object
required: [copies, branch, item, reason, first]
properties:
  copies: { type: integer, title: Copies, minimum: 1, maximum: 5 }
  branch: { type: string, title: Branch, lookup: branch }
  item: { title: Volume, ref: volume, where: { state: shelved }, label: [name, shelf] }
  first: { type: string, title: Have you read the first part?, when: { field: item.sequel.pages, above: 1000 } }
  reason: { type: string, title: Why such a long one?, when: { field: item.pages, above: 500 } }
  gift: { title: A gift, ref: volume, where: { state: shelved, fact: gifts, is: 0 }, label: name, when: { field: copies, above: 4 } }
  gift_pages: { type: integer, title: Pages of the gift, maximum: 1000, compute: { sum: gift.pages }, when: { field: copies, above: 4 } }
`,
};

/** Stories name records by their names. */
export const stories: SourceFile = {
  name: 'tests/volumes.yaml',
  path: 'tests/volumes.yaml',
  text: `
title: Volumes
personas:
  ana: { department: member }
stories:
  - story: a volume is worn before somebody borrows it
    day: 2027-01-05
    given:
      atlas: { type: volume, state: shelved, data: { name: Atlas, pages: 900, shelf: sea } }
      plays: { type: volume, state: worn, data: { name: Plays, pages: 90, shelf: sea } }
      poems: { type: volume, state: shelved, data: { name: Poems, pages: 80, shelf: sea } }
    steps:
      - { as: ana, begin: loan, data: { copies: 1, branch: harbour, item: plays }, refused: data/item }
      - { as: ana, begin: loan, named: one, data: { copies: 1, branch: harbour, item: atlas } }
      - { as: ana, take: ask, refused: needs/form }
      - { as: ana, save: { reason: Long winter } }
      - { as: ana, take: ask, then: { state: asked } }
      - { as: desk, of: poems, take: replace, input: { by: plays }, refused: input/by }
      - { as: desk, of: poems, take: replace, input: { by: atlas }, then: { state: worn } }
      - { as: desk, of: atlas, take: discard, refused: needs/wanted }
      - { as: ana, begin: order, named: many, data: { lines: [{ volume: atlas, copies: 2 }] } }
      - { as: ana, save: { lines: [{ volume: atlas, copies: 2 }, { volume: plays, copies: 1 }] }, refused: data/lines.1.volume }
      - { as: ana, save: { lines: [{ volume: atlas, copies: 9 }] } }
      - { as: ana, take: send, refused: needs/pages }
      - { as: ana, save: { lines: [{ volume: atlas, copies: 2 }] } }
      - { as: ana, take: send, then: { state: sent } }
      - { as: desk, of: atlas, take: sell, refused: needs/ordered }
      - { as: desk, of: atlas, take: retire }
      - { as: desk, of: many, take: pack, refused: needs/lines.volume.state }
      - { as: desk, of: one, take: lend, refused: needs/item.state }
`,
};
