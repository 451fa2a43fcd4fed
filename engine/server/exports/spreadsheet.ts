/** Writes a table as a file for spreadsheets, as a stream: the memory that it needs does not grow with the rows. */
import { createWriteStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import { ZipFile } from 'yazl';
import type { ExportFormat } from '../../contract/exports.ts';
import { escapeHtml } from '../../portal/text/html.ts';
import { secondsOfDay } from '../../portal/time/days.ts';
import { isDate, localDate } from '../../portal/time/working-days.ts';

/** A value as a spreadsheet shows it. A day is an ISO date; a moment is an ISO date-time. */
export interface SheetCell {
  readonly text: string;
  readonly as?: 'number' | 'day' | 'moment';
}

export type TableRow = readonly SheetCell[];

export interface SheetTable {
  readonly columns: readonly string[];
  readonly timeZone: string;
  pages(): AsyncIterable<readonly TableRow[]>;
}

/**
 * Writes the whole file. What is written stays on the disk if an error ends it.
 * @throws whatever the table or the disk throws
 */
export async function writeSpreadsheet(path: string, format: ExportFormat, table: SheetTable): Promise<void> {
  const source = format === 'csv' ? Readable.from(csvParts(table), plain) : workbook(table);
  await pipeline(source, createWriteStream(path, { mode: 0o600 }));
}

const plain = { objectMode: false };

/** The text of a CSV file, in parts. */
export async function* csvParts({ columns, pages }: SheetTable): AsyncGenerator<string, void> {
  // The byte order mark makes a spreadsheet read the file as UTF-8.
  yield csvLines([columns], true);
  for await (const rows of pages()) {
    if (rows.length > 0) yield csvLines(rows.map((row) => row.map(({ text }) => text)));
  }
}

/** Text that a spreadsheet would read as a formula gets an apostrophe before it. */
function csvLines(rows: readonly (readonly string[])[], bom = false): string {
  return stringify(
    rows.map((row) => [...row]),
    { bom, escape_formulas: true, record_delimiter: 'windows' },
  );
}

function workbook(table: SheetTable): Readable {
  const zip = new ZipFile();
  const sheet = Readable.from(sheetParts(table), plain);
  const output = new PassThrough();
  for (const source of [zip, sheet]) source.on('error', (error) => output.destroy(error));
  output.on('close', () => sheet.destroy());
  zip.outputStream.pipe(output);
  for (const [name, text] of Object.entries(workbookParts)) zip.addBuffer(Buffer.from(text), name);
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.end();
  return output;
}

async function* sheetParts({ columns, timeZone, pages }: SheetTable): AsyncGenerator<string, void> {
  const letters = columns.map((_, index) => columnLetters(index));
  const rowXml = (number: number, cells: readonly CellXml[]): string =>
    `<row r="${number}">${cells.map((cell, index) => cell(`${letters[index]}${number}`)).join('')}</row>`;
  yield (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>'
  );
  yield rowXml(
    1,
    columns.map((text) => textXml(text, styles.heading)),
  );
  let last = 1;
  for await (const rows of pages()) {
    const first = last + 1;
    last += rows.length;
    const xml = rows.map((row, index) =>
      rowXml(
        first + index,
        row.map((cell) => cellXml(cell, timeZone)),
      ),
    );
    if (xml.length > 0) yield xml.join('');
  }
  yield '</sheetData></worksheet>';
}

/** A cell at a place such as `B2`. */
type CellXml = (place: string) => string;

/** A, B … Z, AA, AB … */
function columnLetters(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** Positions in `cellXfs` of the style sheet. */
const styles = { usual: 0, heading: 1, day: 2, moment: 3, quoted: 4 } as const;

function cellXml({ text, as }: SheetCell, timeZone: string): CellXml {
  const value = as === undefined ? null : valueOf(text, as, timeZone);
  if (value === null || as === undefined)
    return textXml(text, isFormula(text) ? styles.quoted : styles.usual);
  const style = as === 'number' ? '' : ` s="${styles[as]}"`;
  return (place) => `<c r="${place}"${style}><v>${value}</v></c>`;
}

/** More digits would be rounded: a spreadsheet calculates with binary numbers. */
const exactDigits = 15;

/** The number that a spreadsheet stores for the value; null: it stores the text. */
function valueOf(text: string, as: NonNullable<SheetCell['as']>, timeZone: string): string | null {
  if (as === 'number') {
    const digits = text.replaceAll(/\D/g, '');
    return /^-?\d+(\.\d+)?$/.test(text) && digits.length <= exactDigits ? text : null;
  }
  if (isDate(text)) return String(serialDay(text));
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) return null;
  const day = serialDay(localDate(moment, timeZone));
  return String(as === 'day' ? day : day + secondsOfDay(text, timeZone) / 86_400);
}

/** Days since the first day that spreadsheets know. */
function serialDay(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
}

/** Spreadsheets accept no longer text in a cell. */
const longestText = 32_767;

function textXml(text: string, style: number): CellXml {
  if (text === '') return () => '';
  const sound = text
    .slice(0, longestText)
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- XML has no such characters
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  const styled = style === styles.usual ? '' : ` s="${style}"`;
  const content = `<is><t xml:space="preserve">${escapeHtml(sound)}</t></is>`;
  return (place) => `<c r="${place}"${styled} t="inlineStr">${content}</c>`;
}

/** A text cell is never calculated; its style keeps it a text when somebody edits the cell. */
function isFormula(text: string): boolean {
  return /^[=+\-@\t\r＝＋－＠]/.test(text);
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const formats = 'http://schemas.openxmlformats.org';
const main = `${formats}/spreadsheetml/2006/main`;
const links = `${formats}/officeDocument/2006/relationships`;
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const workbookParts = {
  '[Content_Types].xml':
    `${declaration}<Types xmlns="${formats}/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `${declaration}<Relationships xmlns="${formats}/package/2006/relationships">` +
    `<Relationship Id="rId1" Type="${links}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `${declaration}<workbook xmlns="${main}" xmlns:r="${links}">` +
    '<sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `${declaration}<Relationships xmlns="${formats}/package/2006/relationships">` +
    `<Relationship Id="rId1" Type="${links}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${links}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5">' +
    '<xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/>' +
    '<xf numFmtId="22" applyNumberFormat="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>',
} as const;
