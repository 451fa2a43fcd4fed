/** Links the blocks of a document: texts, tables, signatures, pictures and the verification code. */
import type {
  DocumentBlock,
  DocumentList,
  DocumentPart,
  PhotoSource,
  TemplateRow,
} from '../../../portal/model/document.ts';
import type { FieldPath } from '../../../portal/model/condition.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import { child, isPresent, items, text, texts, truth, type Cursor } from '../input/cursor.ts';
import { linkFieldPath, propertiesBelow } from '../conditions/field-path.ts';
import { questionsAlong } from '../conditions/subject-shape.ts';
import { report, reportEachUnknown, type LinkContext, countUse, isKnown } from '../input/link-context.ts';
import { isPersonalAt, linkText, type ShownField, type TextPlace } from '../texts/text-paths.ts';
import { stateNames, transitionNames, typesAbove } from '../names/workflow-names.ts';

export interface Sheet {
  /** Record types that the document can be issued to. */
  readonly of: readonly string[];
  /** The only one of them, or null if there are several. */
  readonly type: string | null;
  /** The forms of the kinds that issue it. */
  readonly asked: readonly Cursor[];
  readonly context: LinkContext;
  /** Called for every text with the fields that it shows. */
  readonly onText: (at: Cursor, fields: readonly ShownField[]) => void;
}

export function linkBlock(at: Cursor, sheet: Sheet): DocumentBlock {
  return {
    when: linkWhen(at, sheet),
    variants: texts(child(at, 'variant')),
    part: linkPart(at, sheet),
  };
}

function linkWhen(at: Cursor, { of, type, context }: Sheet): DocumentBlock['when'] {
  return linkOptional(child(at, 'when'), context, { where: 'access', type, about: of, absent: always });
}

function linkPart(at: Cursor, sheet: Sheet): DocumentPart {
  const seal = child(at, 'seal');
  if (isPresent(seal)) {
    const { letterhead } = sheet.context.names;
    return { block: 'seal', text: [...letterhead, written(seal, sheet)].join('\n') };
  }
  for (const block of ['banner', 'text', 'fine', 'qr'] as const) {
    const said = child(at, block);
    if (isPresent(said)) return { block, text: written(said, sheet) };
  }
  if (isPresent(child(at, 'table'))) return linkTable(child(at, 'table'), sheet);
  if (isPresent(child(at, 'signature'))) return linkSignature(child(at, 'signature'), sheet);
  if (isPresent(child(at, 'holder'))) return linkHolder(child(at, 'holder'), sheet);
  if (isPresent(child(at, 'highlights')))
    return { block: 'highlights', rows: items(child(at, 'highlights')).map((row) => linkRow(row, sheet)) };
  const photo = child(at, 'photo');
  if (isPresent(photo)) {
    const isWide = text(child(photo, 'shape')) === 'wide';
    return { block: 'photo', source: linkPhoto(photo, sheet), isWide };
  }
  const map = child(at, 'map');
  if (isPresent(map)) return linkMap(map, sheet);
  const color = text(child(at, 'color'));
  return color === null ? { block: 'back' } : { block: 'color', color };
}

/** A text about the record itself. */
function written(at: Cursor, sheet: Sheet, place: Partial<TextPlace> = {}): string {
  sheet.onText(at, linkText(at, { types: sheet.of, more: [], asked: sheet.asked, ...place }, sheet.context));
  return text(at) ?? '';
}

function linkTable(at: Cursor, sheet: Sheet): DocumentPart {
  const title = text(child(at, 'title'));
  if (!isPresent(child(at, 'rows'))) return linkList(at, title, sheet);
  return { block: 'rows', title, rows: items(child(at, 'rows')).map((row) => linkRow(row, sheet)) };
}

export function linkRow(row: Cursor, sheet: Sheet): TemplateRow {
  return {
    label: written(child(row, 'label'), sheet),
    text: written(child(row, 'text'), sheet),
    when: linkWhen(row, sheet),
  };
}

function linkHolder(at: Cursor, sheet: Sheet): DocumentPart {
  const below = items(child(at, 'below')).map((line) => ({
    text: written(child(line, 'text'), sheet),
    when: linkWhen(line, sheet),
  }));
  return { block: 'holder', name: written(child(at, 'name'), sheet), below };
}

/** The id of an item, or the item with the type of the records below whose checklist has it. */
export function linkPhoto(at: Cursor, sheet: Sheet): PhotoSource {
  const item = text(at) ?? text(child(at, 'item')) ?? '';
  const below = text(child(at, 'below'));
  if (below !== null) requireBelow(child(at, 'below'), below, sheet);
  countUse(sheet.context, 'item', text(at) === null ? child(at, 'item') : at, { name: item });
  return { item, below };
}

/** A question of the record or of one above it. A path to nothing is reported as in a text. */
function linkMap(at: Cursor, sheet: Sheet): DocumentPart {
  const { of, context } = sheet;
  const name = text(at) ?? '';
  const shown = `{${name}}`;
  written({ ...at, value: shown }, sheet);
  const quiet: LinkContext = { ...context, diagnostics: [] };
  const fields = of.flatMap((type) => {
    const field = linkFieldPath(at, quiet, { type });
    return field === null ? [] : [{ field, asked: questionsAlong(field, quiet, { type }).at(-1) ?? [] }];
  });
  if (fields.some(({ asked }) => asked.length > 0 && !asked.some(isPlaceInDistricts)))
    report(context, 'document/no-place', at, { name });
  const nothing: FieldPath = { ancestor: null, keys: [], lookup: null };
  return { block: 'map', field: fields[0]?.field ?? nothing, text: shown };
}

function isPlaceInDistricts(question: Cursor): boolean {
  return child(question, 'format').value === 'location' && isPresent(child(question, 'districts'));
}

function linkList(at: Cursor, title: string | null, sheet: Sheet): DocumentList {
  const below = text(child(at, 'below'));
  const { over, place } = below === null ? overRows(child(at, 'over'), sheet) : overRecords(at, below, sheet);
  const columns = items(child(at, 'columns')).map((column) => ({
    title: text(child(column, 'title')) ?? '',
    text: written(child(column, 'text'), sheet, place),
    isRight: truth(child(column, 'right')),
  }));
  const said = child(at, 'total');
  const total = isPresent(said)
    ? { label: text(child(said, 'label')) ?? '', text: written(child(said, 'text'), sheet) }
    : null;
  return { block: 'list', title, over, columns, total };
}

interface Over {
  readonly over: DocumentList['over'];
  readonly place: Partial<TextPlace>;
}

function overRows(at: Cursor, { of, context, onText }: Sheet): Over {
  const quiet: LinkContext = { ...context, diagnostics: [] };
  const found = of.flatMap((type) => {
    const field = linkFieldPath(at, quiet, { type });
    return field === null ? [] : [{ type, field }];
  });
  const [first] = found;
  if (first === undefined) {
    const field = linkFieldPath(at, context, { type: of[0] ?? null });
    return {
      over: { field: field ?? { ancestor: null, keys: [], lookup: null } },
      place: { types: [], rows: { properties: [], type: '', list: [] } },
    };
  }
  const { type, field } = first;
  const { keys } = field;
  const owner = field.ancestor ?? type;
  const [name = ''] = keys;
  onText(at, [
    {
      type: owner,
      field: name,
      isPersonal: isPersonalAt(field, type, context),
      isOfRow: false,
    },
  ]);
  return {
    over: { field },
    place: {
      types: [],
      rows: { properties: propertiesBelow(owner, keys, context), type: owner, list: keys },
    },
  };
}

function requireBelow(at: Cursor, below: string, { of, context }: Sheet): void {
  const choices = [...context.names.records.keys()].filter((one) =>
    typesAbove(one, context).some((above) => of.includes(above)),
  );
  isKnown(context, 'record/unknown-type', at, { name: below, choices });
}

function overRecords(at: Cursor, below: string, sheet: Sheet): Over {
  const { context } = sheet;
  requireBelow(child(at, 'below'), below, sheet);
  const states = texts(child(at, 'states'));
  const known = stateNames(below, context.names);
  if (known.size > 0)
    reportEachUnknown(context, 'condition/unknown-state', child(at, 'states'), known, below);
  return { over: { below, states }, place: { types: [below], asked: [] } };
}

function linkSignature(at: Cursor, sheet: Sheet): DocumentPart {
  const by = texts(child(at, 'by'));
  const { of, context } = sheet;
  const steps = new Set(of.flatMap((type) => [...transitionNames(type, context.names)]));
  if (steps.size > 0)
    reportEachUnknown(context, 'condition/unknown-transition', child(at, 'by'), steps, of[0]);
  const name = child(at, 'name');
  return {
    block: 'signature',
    position: written(child(at, 'position'), sheet),
    name: isPresent(name) ? written(name, sheet) : null,
    by,
  };
}
