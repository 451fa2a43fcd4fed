/** Puts an assessment that was kept, in English and in the portal's first language, into the language of its reader. */
import { isAssessment, type AssessedLine, type Assessment } from './assessment.ts';
import { assessmentMessages } from '../locales/assessment.ts';
import type { MessageTemplate } from '../locales/catalogue.ts';
import { onceForEach } from './once-for-each.ts';
import type { Portal } from './portal.ts';
import { filledFrom, patternOf, retell, translationFor, type Pattern } from './retell.ts';
import type { Words } from './say.ts';

/** The data with the assessment as the reader understands it, or the data itself where nothing is to be retold. */
export function retellAssessed(
  reader: Portal,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { assessment } = data;
  if (!isAssessment(assessment)) return data;
  const told = retellAssessment(reader, assessment);
  return told === assessment ? data : { ...data, assessment: told };
}

/** @param reader the portal as the reader sees it */
export function retellAssessment(reader: Portal, assessment: Assessment): Assessment {
  const translation = translationFor(reader);
  if (translation === null) return assessment;
  const { words } = translation;
  const name = (text: string): string => retell(reader, text, 'name');
  return {
    ...assessment,
    title: name(assessment.title),
    lines: assessment.lines.map((line) => ({
      ...line,
      title: titleOf(reader, line),
      rule: inParts(
        line.rule,
        lineSeams,
        (part) => filledFrom(patterns.line(words), part, same) ?? name(part),
      ),
    })),
    subtotals: assessment.subtotals.map((one) => ({ ...one, title: name(one.title) })),
    instalments: assessment.instalments.map((one) => ({
      ...one,
      title: name(one.title),
      charges: {
        ...one.charges,
        rule:
          one.charges.rule &&
          inParts(
            one.charges.rule,
            lateSeams,
            (part) => filledFrom(patterns.late(words), part, same) ?? part,
          ),
      },
    })),
  };
}

/** The line's own title, with the group that it is for behind a colon. */
function titleOf(reader: Portal, { id, title }: AssessedLine): string {
  const whole = retell(reader, title, 'name');
  if (whole !== title || !id.includes('/')) return whole;
  for (let at = title.indexOf(': '); at !== -1; at = title.indexOf(': ', at + 1)) {
    const [own, group] = [title.slice(0, at), title.slice(at + 2)];
    const said = retell(reader, own, 'name');
    if (said !== own) return `${said}: ${retell(reader, group, 'choice')}`;
  }
  return title;
}

/** What stands between the phrases of a rule, in every language. */
const lineSeams = /( × | \+ |: |, |[()])/;
const lateSeams = /(; )/;

/** Each part told again, with what stands between them and around them as it is. */
function inParts(rule: string, seams: RegExp, tell: (part: string) => string): string {
  const parts = rule.split(seams);
  return parts.map((part) => (seams.test(part) ? part : part.replace(/\S(?:.*\S)?/s, tell))).join('');
}

const phrases = { ...assessmentMessages };

const patterns = { line: patternsFrom(phrases), late: patternsFrom(phrases) };

/** Only numbers were filled in, so that no phrase is taken for another. */
function patternsFrom(
  templates: Readonly<Record<string, MessageTemplate>>,
): (words: Words) => readonly Pattern[] {
  return onceForEach(({ texts }) =>
    Object.values(templates).flatMap(({ code, english }) => {
      const said = texts[code] ?? english;
      if (typeof english !== 'string' || typeof said !== 'string') return [];
      return [patternOf(english, said, String.raw`-?[\d.,]+%?`)];
    }),
  );
}

function same(text: string): string {
  return text;
}
