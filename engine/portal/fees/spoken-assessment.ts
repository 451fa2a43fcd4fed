/** Puts a stored assessment into words for its reader. */
import { isAssessment, type Assessment, type SpokenAssessment } from './assessment.ts';
import type { PortalRecord } from '../model/record.ts';
import { valueShown, type ReaderLocale } from '../text/tell.ts';

/** @param reader the portal in the reader's language */
export function spokenAssessment(reader: ReaderLocale, assessment: Assessment): SpokenAssessment {
  const { title, lines, subtotals, instalments } = assessment;
  return {
    ...assessment,
    title: valueShown(reader, title),
    lines: lines.map((line) => ({
      ...line,
      title: valueShown(reader, line.title),
      rule: valueShown(reader, line.rule),
    })),
    subtotals: subtotals.map((one) => ({ ...one, title: valueShown(reader, one.title) })),
    instalments: instalments.map((one) => {
      const { rule } = one.charges;
      return {
        ...one,
        title: valueShown(reader, one.title),
        charges: { ...one.charges, rule: rule === null ? null : valueShown(reader, rule) },
      };
    }),
  };
}

type Data = PortalRecord['data'];

/** A record's data with its assessment in words; the data itself if it has no assessment. */
export function spokenData(reader: ReaderLocale, data: Data): Data {
  const { assessment } = data;
  return isAssessment(assessment) ? { ...data, assessment: spokenAssessment(reader, assessment) } : data;
}
