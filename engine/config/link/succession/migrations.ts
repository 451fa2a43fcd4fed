/** Links migrations/: what becomes of stored records where a former name cannot say it, and in which order. */
import type { DataMigration } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { answerScopeOf, answerScopesOf, partsOfName } from '../../../portal/succession/names-in.ts';
import type { ParsedFile } from '../../source/source.ts';
import { always, linkOptional } from '../conditions/condition.ts';
import {
  child,
  type Cursor,
  isPresent,
  number,
  oneOrMore,
  placeOf,
  rootOf,
  text,
  texts,
} from '../input/cursor.ts';
import { baseName } from '../input/files.ts';
import { isKnown, type LinkContext, report, reportUnknown } from '../input/link-context.ts';
import { levelOfRecord } from '../names/properties.ts';
import { goneStates, linkSteps, type MigrationStepPlace } from './migration-steps.ts';

/**
 * @param portal linked with former names
 * @returns the migrations in the order in which they run
 */
export function linkMigrations(
  files: readonly ParsedFile[],
  portal: Portal,
  context: LinkContext,
): DataMigration[] {
  const roots = new Map(files.map((file) => [baseName(file), rootOf(file)]));
  const linked = Array.from(roots, ([name, root]) => linkMigration(name, root, { portal, context }));
  return inOrder(
    linked.filter((one) => one !== null),
    roots,
    context,
  );
}

function linkMigration(
  name: string,
  root: Cursor,
  { portal, context }: Pick<MigrationStepPlace, 'portal' | 'context'>,
): DataMigration | null {
  const type = text(child(root, 'type')) ?? '';
  const kind = text(child(root, 'kind'));
  const place = placeFor({ root, type, kind }, { portal, context });
  if (place === null) return null;
  const back = child(root, 'back');
  const why = text(child(root, 'why'));
  const isNone = back.value === 'none';
  if (!isPresent(back) || (isNone && why === null))
    report(context, 'migration/no-way-back', isPresent(back) ? back : root, {
      lacks: isPresent(back) ? 'why' : 'back',
    });
  const steps = child(root, 'steps');
  return {
    name,
    title: text(child(root, 'title')) ?? name,
    from: texts(child(root, 'from')),
    type,
    kind,
    where: linkOptional(child(root, 'where'), context, { ...place.condition, absent: always }),
    steps: linkSteps(steps, place),
    expect: expectationOf(child(root, 'expect')),
    back: isNone ? null : linkSteps(back, { ...place, earlier: goneStates(steps) }),
    why,
    place: placeOf(root),
  };
}

/** Where the names in its steps are resolved; null (reported): its records are unknown. */
function placeFor(
  { root, type, kind }: { readonly root: Cursor; readonly type: string; readonly kind: string | null },
  { portal, context }: Pick<MigrationStepPlace, 'portal' | 'context'>,
): MigrationStepPlace | null {
  const choices = Object.keys(portal.recordTypes);
  if (!isKnown(context, 'record/unknown-type', child(root, 'type'), { name: type, choices })) return null;
  const sets = new Set(portal.recordTypes[type]?.kinds);
  const kinds = Object.values(portal.kinds).flatMap(({ id, set }) => (sets.has(set) ? [id] : []));
  if (kind !== null && !isKnown(context, 'kind/unknown', child(root, 'kind'), { name: kind, choices: kinds }))
    return null;
  const scope = answerScopeOf(portal, { type, kind });
  const own = kind === null ? undefined : context.names.kinds.get(kind);
  return {
    portal,
    context,
    type,
    kind,
    level: levelOfRecord({ type, kind }, context.names),
    items: new Set((kind === null ? [type, ...kinds] : [kind]).flatMap((owner) => itemsOf(portal, owner))),
    questions: new Map(
      (answerScopesOf(portal).find((one) => one.name === scope)?.questions ?? []).map((one) => [
        one.path,
        one,
      ]),
    ),
    gone: new Set(
      portal.formerNames.flatMap((one) => {
        const { owner, part } = partsOfName(one.name);
        return one.kind === 'question' && one.successor === null && owner === scope ? [part] : [];
      }),
    ),
    earlier: null,
    condition: {
      where: 'migration',
      type,
      ...(own !== undefined && { properties: [child(child(own, 'form'), 'properties')].filter(isPresent) }),
    },
  };
}

function itemsOf({ kinds, recordTypes }: Portal, owner: string): string[] {
  return (kinds[owner] ?? recordTypes[owner])?.items.map(({ id }) => id) ?? [];
}

function expectationOf(at: Cursor): DataMigration['expect'] {
  const exactly = number(at);
  if (exactly !== null) return { atLeast: exactly, atMost: exactly };
  return { atLeast: number(child(at, 'atLeast')) ?? 0, atMost: number(child(at, 'atMost')) };
}

/** Each after those of its `from`, otherwise by name. A circle is reported once. */
function inOrder(
  migrations: readonly DataMigration[],
  roots: ReadonlyMap<string, Cursor>,
  context: LinkContext,
): DataMigration[] {
  const byName = new Map(migrations.map((one) => [one.name, one]));
  const ordered = new Map<string, DataMigration>();
  const told = new Set<string>();
  const add = (one: DataMigration, waiting: readonly string[]): void => {
    if (ordered.has(one.name)) return;
    const from = child(roots.get(one.name) as Cursor, 'from');
    if (waiting.includes(one.name)) {
      const circle = [...waiting.slice(waiting.indexOf(one.name)), one.name];
      if (!circle.some((name) => told.has(name))) report(context, 'migration/circular', from, { circle });
      for (const name of circle) told.add(name);
      return;
    }
    for (const at of oneOrMore(from)) {
      const name = text(at) ?? '';
      const earlier = byName.get(name);
      if (earlier !== undefined) add(earlier, [...waiting, one.name]);
      else if (!roots.has(name))
        reportUnknown(context, 'migration/unknown-earlier', at, {
          name,
          choices: [...roots.keys()].filter((other) => other !== one.name),
        });
    }
    ordered.set(one.name, one);
  };
  for (const one of migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1))) add(one, []);
  return [...ordered.values()];
}
