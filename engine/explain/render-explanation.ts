/** Renders an explanation for a person, or for a program. */
import { valueText } from '../plan/condition-text.ts';
import type { AskedRule, RuleExplanation, ReadValue, RuleChange, WayStep } from './explanation.ts';

const answers = new Map<boolean | null, string>([
  [true, 'yes'],
  [false, 'no'],
  [null, '?'],
]);

/** The longest text of one value on a screen. */
const longest = 120;

/** @param headline what the answer is, as a sentence */
export function renderExplanation(headline: string, { asked, decidedBy, ways }: RuleExplanation): string {
  const width = Math.max(0, ...asked.map(({ rule }) => rule.length));
  const lines = asked.flatMap((rule) => renderRule(rule, { width, isDeciding: isSame(rule, decidedBy) }));
  const changes = ways.length === 0 ? [] : ['What would change it:', ...ways.map(renderWay)];
  return `${[headline, ...lines, ...changes].join('\n')}\n`;
}

function isSame({ rule, place }: AskedRule, decidedBy: RuleExplanation['decidedBy']): boolean {
  return (
    decidedBy !== null &&
    place !== null &&
    rule === decidedBy.rule &&
    place.file === decidedBy.file &&
    place.line === decidedBy.line &&
    place.column === decidedBy.column
  );
}

function renderRule(
  { rule, says, holds, place, facts }: AskedRule,
  { width, isDeciding }: { readonly width: number; readonly isDeciding: boolean },
): string[] {
  const at = place === null ? '' : `  ${place.file}:${place.line}`;
  const mark = isDeciding ? '>' : ' ';
  const line = `${mark} ${rule.padEnd(width)}  ${(answers.get(holds) ?? '?').padEnd(3)}  ${says}${at}`;
  return [line, ...facts.map((fact) => `${' '.repeat(width + 9)}${renderFact(fact)}`)];
}

function renderFact(fact: ReadValue): string {
  if ('hidden' in fact) return `${fact.path}: hidden from this person`;
  const said = valueText(fact.value === null ? undefined : fact.value);
  return `${fact.path}: ${said.length > longest ? `${said.slice(0, longest)}…` : said}`;
}

function renderWay({ rule, if: tests, steps }: RuleChange): string {
  const said = [...tests, ...(steps.length === 0 ? [] : [steps.map(renderStep).join(', then ')])];
  return `  ${rule}: ${said.join(' and ')}`;
}

function renderStep({ transition, title, by }: WayStep): string {
  return `${transition} "${title}" (${by ?? 'the portal'})`;
}
