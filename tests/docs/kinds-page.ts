/**
 * Writes the page of all requirement kinds from the compiled configuration: office, applicant, questions and legal
 * basis.
 */
import type { KindModel } from '../../engine/contract/workbench.ts';
import { describeKinds } from '../../engine/workbench/kinds.ts';
import type { Certainty } from '../../engine/portal/model/place.ts';
import type { Form } from '../../engine/portal/model/form.ts';
import { propertiesOf } from '../../engine/portal/forms/form-levels.ts';
import { isMapping } from '../../engine/portal/values/is-mapping.ts';
import { inLanguage } from '../../engine/portal/translation/in-language.ts';
import { mapTexts } from '../../engine/portal/translation/map-texts.ts';
import type { Portal } from '../../engine/portal/model/portal.ts';
import type { RequirementKind } from '../../engine/portal/model/requirement.ts';
import { formTexts, portalTexts } from '../../engine/portal/translation/texts.ts';
import { translationOf } from '../../engine/portal/language/translation.ts';

const HEAD = `# Requirement kinds

Everything that the offices ask for, from \`config/requirements/\`. Each set has a table with one row for each kind, and below it the items and questions of each kind.
*Items* counts required, conditional and optional items. *Basis* counts how sure their sources are: law, published practice, or an assumption that the office has not confirmed yet.

A test writes this page: \`npx vitest run tests/docs -u\`.`;

/** Markdown, not yet formatted. */
export function kindsPage(compiled: Portal): string {
  const portal = inLanguage(compiled, compiled.language);
  const kinds = Object.values(portal.kinds);
  const models = new Map(
    describeKinds(portal).sets.flatMap((set) => set.kinds.map((kind) => [kind.key, kind] as const)),
  );
  const described = (own: readonly RequirementKind[]): DescribedKind[] =>
    own.flatMap((kind) => {
      const model = models.get(kind.id);
      return model === undefined ? [] : [{ kind, model }];
    });
  const counts = Object.values(portal.sets).map(({ title, kinds: own }) => `${title} ${own.length}`);
  return [
    HEAD,
    `${kinds.length} kinds: ${counts.join(', ')}.`,
    ...Object.values(portal.sets).flatMap((set) => {
      const own = described(kinds.filter((kind) => kind.set === set.key));
      return [`## ${set.title}`, overview(portal, own), ...own.map((one) => details(portal, one))];
    }),
  ].join('\n\n');
}

/** A kind, and the words of the workbench for it. */
interface DescribedKind {
  readonly kind: RequirementKind;
  readonly model: KindModel;
}

function overview(portal: Portal, kinds: readonly DescribedKind[]): string {
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
    kinds.map(({ kind, model }) => [
      `[${kind.title}](#${anchorOf(kind)})`,
      model.office,
      `\`${pathOf(portal, kind)}\``,
      model.when ?? 'always',
      itemCounts(kind),
      String(askedIn(portal, kind).length),
      basisOf(portal, kind),
      model.issues ?? '–',
      languagesOf(portal, kind),
    ]),
  );
}

function details(portal: Portal, { kind, model }: DescribedKind): string {
  const items = model.items.map(({ title, needed, each, how, valid, source, certainty }) => [
    title,
    [needed, each].filter((one) => one !== null).join(', '),
    how,
    valid ?? '',
    source ?? '',
    certainty ?? '',
  ]);
  const form = portal.forms[kind.form ?? ''];
  const names = form === undefined ? [] : Object.keys(propertiesOf(form.schema));
  const questions = model.questions.map(({ title, needed }, at) => {
    const { source, certainty } = form === undefined ? nowhere : basisIn(form, names[at] ?? '');
    return [title, needed, source, certainty ?? ''];
  });
  return [
    `### <a id="${anchorOf(kind)}"></a>${kind.title}`,
    `\`config/requirements/${kind.id}.yaml\`${kind.source === null ? '' : `. ${kind.source}`}`,
    items.length === 0
      ? 'No items.'
      : table(['item', 'needed', 'how', 'valid for', 'source', 'certainty'], items),
    ...(questions.length === 0 ? [] : [table(['question', 'asked', 'source', 'certainty'], questions)]),
  ].join('\n\n');
}

interface QuestionBasis {
  readonly source: string;
  readonly certainty: Certainty | null;
}

const nowhere: QuestionBasis = { source: '', certainty: null };

function basisIn({ uiSchema }: Form, name: string): QuestionBasis {
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

function anchorOf({ id }: RequirementKind): string {
  return id.replace('/', '-');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(row).join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`;
}
