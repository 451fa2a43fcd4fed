/**
 * Writes the page of all requirement kinds from the compiled configuration: office, applicant, questions and legal
 * basis.
 */
import type { Certainty } from '../../engine/portal/model/place.ts';
import type { Form } from '../../engine/portal/model/form.ts';
import { propertiesOf, requiredOf } from '../../engine/portal/forms/form-levels.ts';
import { isMapping } from '../../engine/portal/values/is-mapping.ts';
import { mapTexts } from '../../engine/portal/translation/map-texts.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import type { ChecklistItem, RequirementKind } from '../../engine/portal/model/requirement.ts';
import { formTexts, portalTexts } from '../../engine/portal/translation/texts.ts';
import { translationOf } from '../../engine/portal/language/translation.ts';
import { conditionWords, type FormOf } from './condition-words.ts';

const HEAD = `# Requirement kinds

Everything that the offices ask for, from \`config/requirements/\`. Each set has a table with one row for each kind, and below it the items and questions of each kind.
*Items* counts required, conditional and optional items. *Basis* counts how sure their sources are: law, published practice, or an assumption that the office has not confirmed yet.
Words in \`code\` are values of a lookup or of a derived value of the application.

A test writes this page: \`npx vitest run tests/docs -u\`.`;

/** Markdown, not yet formatted. */
export function kindsPage(portal: Portal): string {
  const kinds = Object.values(portal.kinds);
  const counts = Object.values(portal.sets).map(({ title, kinds: own }) => `${title} ${own.length}`);
  return [
    HEAD,
    `${kinds.length} kinds: ${counts.join(', ')}.`,
    ...Object.values(portal.sets).flatMap((set) => {
      const own = kinds.filter((kind) => kind.set === set.key);
      return [`## ${set.title}`, overview(portal, own), ...own.map((kind) => details(portal, kind))];
    }),
  ].join('\n\n');
}

function overview(portal: Portal, kinds: readonly RequirementKind[]): string {
  return table(
    [
      'kind',
      'office',
      'page of the office',
      'asked when',
      'items',
      'questions',
      'basis',
      'issues',
      'complete in',
    ],
    kinds.map((kind) => [
      `[${kind.title}](#${anchorOf(kind)})`,
      portal.departments[kind.office]?.title ?? kind.office,
      `\`${pathOf(portal, kind)}\``,
      conditionWords(kind.applies, formsOf(portal, kind)) || 'always',
      itemCounts(kind),
      String(askedIn(portal, kind).length),
      basisOf(portal, kind),
      kind.issues === null ? '–' : (portal.documents[kind.issues]?.title ?? `\`${kind.issues}\``),
      languagesOf(portal, kind),
    ]),
  );
}

function details(portal: Portal, kind: RequirementKind): string {
  const formOf = formsOf(portal, kind);
  const items = kind.items.map((item) => [
    item.title,
    neededWords(item, formOf),
    item.evidence === 'inspection' ? 'seen on site' : fromWords[item.from],
    item.validFor ?? (item.validUntil === null ? '' : `until ${item.validUntil}`),
    item.source ?? '',
    item.certainty ?? '',
  ]);
  const form = formOf(null);
  const questions = form === null ? [] : questionRows(portal, kind, form as Form);
  return [
    `### <a id="${anchorOf(kind)}"></a>${kind.title}`,
    `\`config/requirements/${kind.id}.yaml\`${kind.source === null ? '' : `. ${kind.source}`}`,
    items.length === 0
      ? 'No items.'
      : table(['item', 'needed', 'how', 'valid for', 'source', 'certainty'], items),
    ...(questions.length === 0 ? [] : [table(['question', 'asked', 'source', 'certainty'], questions)]),
  ].join('\n\n');
}

const fromWords = {
  upload: 'uploaded',
  wallet: 'from the portal, or uploaded',
  previous: 'from the portal (an expired one counts), or uploaded',
} as const;

function neededWords(item: ChecklistItem, formOf: FormOf): string {
  const when = conditionWords(item.when, formOf);
  const need = item.isOptional ? 'optional' : when === '' ? 'always' : '';
  const condition = when === '' ? '' : `if ${when}`;
  return [need, condition, eachWords(item)].filter((part) => part !== '').join(', ');
}

function eachWords({ each }: ChecklistItem): string {
  if (each === null) return '';
  if ('lastMonths' in each) return `one for each of the last ${each.lastMonths} months`;
  return 'field' in each ? `one for each row of \`${each.field}\`` : `one for each ${each.record}`;
}

function questionRows(portal: Portal, kind: RequirementKind, form: Form): string[][] {
  const required = requiredOf(form.schema);
  return Object.entries(propertiesOf(form.schema)).map(([name, question]) => {
    const condition = [...form.conditions, ...form.factual].find(({ property }) => property === name);
    const when = condition === undefined ? '' : conditionWords(condition.when, formsOf(portal, kind));
    const from = form.from[name];
    const isNeeded = condition === undefined ? required.includes(name) : condition.isRequired;
    const need = isNeeded ? (when === '' ? 'always' : '') : 'optional';
    const asked = [need, when === '' ? '' : `if ${when}`].filter((part) => part !== '').join(', ');
    const { source, certainty } = basisIn(form, name);
    const title = typeof question['title'] === 'string' ? question['title'] : name;
    return [title, from === undefined ? asked : `taken from \`${from}\``, source, certainty ?? ''];
  });
}

function basisIn({ uiSchema }: Form, name: string): { source: string; certainty: Certainty | null } {
  const ui = isMapping(uiSchema[name]) ? uiSchema[name] : {};
  const said = (word: string): unknown => ui[`ui:${word}`] ?? uiSchema[`ui:${word}`];
  const source = said('source');
  const certainty = said('certainty');
  const isKnown = certainty === 'law' || certainty === 'practice' || certainty === 'assumption';
  return { source: typeof source === 'string' ? source : '', certainty: isKnown ? certainty : null };
}

/** Editable questions: values of other records are read-only. */
function askedIn(portal: Portal, { form }: RequirementKind): string[] {
  const found = form === null ? undefined : portal.forms[form];
  if (found === undefined) return [];
  return Object.keys(propertiesOf(found.schema)).filter((name) => !Object.hasOwn(found.from, name));
}

function itemCounts({ items }: RequirementKind): string {
  const optional = items.filter(({ isOptional }) => isOptional).length;
  const conditional = items.filter(({ isOptional, when }) => !isOptional && when.test !== 'always').length;
  const counts = {
    always: items.length - optional - conditional,
    'under a condition': conditional,
    optional,
  };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
    .join(', ');
}

function basisOf(portal: Portal, kind: RequirementKind): string {
  const form = kind.form === null ? undefined : portal.forms[kind.form];
  const questions =
    form === undefined ? [] : askedIn(portal, kind).map((name) => basisIn(form, name).certainty);
  const all = [...kind.items.map(({ certainty }) => certainty), ...questions];
  return (['law', 'practice', 'assumption', null] as const)
    .map((certainty) => [certainty ?? 'not stated', all.filter((one) => one === certainty).length] as const)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
    .join(', ');
}

/** The first language is the one of the configuration. */
function languagesOf(portal: Portal, kind: RequirementKind): string {
  const [first = '', ...further] = portal.locales;
  return [first, ...further.filter((language) => missingIn(portal, kind, language) === 0)].join(', ');
}

function missingIn(portal: Portal, kind: RequirementKind, language: string): number {
  const translation = portal.translations[language];
  if (translation === undefined) return 1;
  const missing = new Set<string>();
  const look = (text: string, said: Parameters<typeof translationOf>[1]['kind']): string => {
    const found = translationOf({ translation, composed: portal.composed }, { text, kind: said });
    // Citations need no translation.
    if (said !== 'source' && found === null) missing.add(text);
    return text;
  };
  const { kinds: texts } = portalTexts as {
    readonly kinds: { readonly each: Parameters<typeof mapTexts>[1] };
  };
  mapTexts(kind, texts.each, look);
  if (kind.form !== null) mapTexts(portal.forms[kind.form], formTexts, look);
  return missing.size;
}

/** The page on which its office works, without the record slugs. */
function pathOf({ routes }: Portal, kind: RequirementKind): string {
  const route =
    routes.find(({ name }) => name === kind.preview) ??
    routes.find((one) => one.kind === kind.id && one.with['office'] === kind.office);
  return route?.path ?? '';
}

/** The questions of the kind's own form, and of the parent records. */
function formsOf(portal: Portal, { form }: RequirementKind): FormOf {
  return (ancestor) => {
    const hash = ancestor === null ? form : (portal.recordTypes[ancestor]?.form ?? null);
    return hash === null ? null : (portal.forms[hash] ?? null);
  };
}

function anchorOf({ id }: RequirementKind): string {
  return id.replace('/', '-');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(row).join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`;
}
