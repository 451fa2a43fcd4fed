/**
 * Reports notices that no transition sends, documents that nothing issues, kinds whose document nothing issues, reports
 * that nobody reads, requirement sets of no record, and fees, calendars and pictures that nothing uses.
 */
import { pictureTypes } from '../../../portal/model/document.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { RequirementKind } from '../../../portal/model/requirement.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { setName } from '../../link/input/files.ts';
import { DiagnosticSet, spanIn, type CheckContext } from '../context/check-context.ts';
import { aboveOf } from '../../logic/changing-tests.ts';
import { effectsOf } from '../../logic/workflow-effects.ts';

export function checkUnused(context: CheckContext): Diagnostic[] {
  const { portal } = context;
  const findings = new DiagnosticSet();
  for (const { id, title, issues } of neverIssuing(portal)) {
    const place = spanIn(context, { kind: 'requirement-kind', name: id }, 'issues');
    findings.add('kind/never-issues', place, { name: title, issues });
  }
  const effects = Object.values(portal.workflows).flatMap(effectsOf);
  const steps = Object.values(portal.workflows).flatMap(({ transitions }) => Object.values(transitions));
  const kinds = Object.values(portal.kinds);
  const used = {
    notices: effects.flatMap((one) => (one.effect === 'notify' ? [one.notice] : [])),
    fees: [
      ...effects.flatMap((one) => (one.effect === 'assess' ? [one.schedule] : [])),
      ...portal.routes.flatMap(({ fees }) => fees),
    ],
    documents: [
      ...effects.flatMap((one) => (one.effect === 'document' ? (one.document ?? []) : [])),
      ...kinds.flatMap(({ issues }) => issues ?? []),
    ],
    calendars: [
      ...steps.flatMap(({ books }) => books ?? []),
      ...kinds.flatMap(({ visit }) => visit?.calendar ?? []),
    ],
  };
  const codes = {
    notices: 'notice/unused',
    fees: 'fee/unused',
    documents: 'document/unused',
    calendars: 'calendar/unused',
  } as const;
  for (const part of ['notices', 'fees', 'documents', 'calendars'] as const) {
    const names = new Set(used[part]);
    for (const { name, place } of Object.values(portal[part])) {
      if (!names.has(name)) findings.add(codes[part], place, { name });
    }
  }
  for (const { kind, name, place } of unusedFiles(context))
    findings.add('name/unused', place, { kind, name });
  return findings.all();
}

interface UnusedFile {
  readonly kind: string;
  readonly name: string;
  readonly place: Place;
}

function unusedFiles(context: CheckContext): UnusedFile[] {
  const { portal } = context;
  const shown = new Set(portal.routes.flatMap(({ reports }) => reports));
  const reports = Object.values(portal.reports).filter(({ name, mail }) => mail === null && !shown.has(name));
  const asked = new Set(Object.values(portal.recordTypes).flatMap(({ kinds }) => kinds));
  const sets = context.files.filter((file) => file.kind === 'requirement-set' && !asked.has(setName(file)));
  return [
    ...unusedPictures(context),
    ...reports.map(({ name, place }) => ({ kind: 'report', name, place })),
    ...sets.map((file) => ({
      kind: 'requirement set',
      name: setName(file),
      place: file.positions('', 'key'),
    })),
  ];
}

function unusedPictures({ portal, files }: CheckContext): UnusedFile[] {
  const seals = new Set([portal.seal, ...Object.values(portal.documents).map(({ seal }) => seal)]);
  const folder = files.find(({ kind }) => kind === 'portal')?.path.replace(/[^/]*$/, '') ?? '';
  return Object.entries(portal.pictures).flatMap(([name, { type }]) => {
    const file = `${folder}pictures/${name}.${type === pictureTypes.png ? 'png' : 'svg'}`;
    return seals.has(name) ? [] : [{ kind: 'picture', name, place: { file, line: 1, column: 1 } }];
  });
}

interface IssuingKind extends Pick<RequirementKind, 'id' | 'title'> {
  readonly issues: string;
}

/**
 * The kinds with a document that no transition of their records or of the records above issues, neither by its name nor
 * as the document of a kind.
 */
function neverIssuing(portal: Portal): IssuingKind[] {
  const kinds = Object.values(portal.kinds);
  const ofType = new Map(
    Object.values(portal.workflows).map((workflow) => {
      const named = effectsOf(workflow).flatMap((one) => (one.effect === 'document' ? [one.document] : []));
      const sets = named.includes(null) ? (portal.recordTypes[workflow.of]?.kinds ?? []) : [];
      const ofKinds = kinds.flatMap(({ set, issues }) => (sets.includes(set) ? [issues] : []));
      return [workflow.of, [...named, ...ofKinds]] as const;
    }),
  );
  const issued = new Map(
    Object.values(portal.recordTypes).flatMap(({ type, kinds: sets }) => {
      const documents = new Set([type, ...aboveOf(portal, type)].flatMap((one) => ofType.get(one) ?? []));
      return sets.map((set) => [set, documents] as const);
    }),
  );
  return kinds.flatMap(({ id, title, set, issues, isRetired }) =>
    issues === null || isRetired || issued.get(set)?.has(issues) === true ? [] : [{ id, title, issues }],
  );
}
