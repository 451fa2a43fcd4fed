/** Links gone.yaml: each name that is gone has a successor, or its values are kept or erased. */
import { type NamedKind, namedKinds } from '../../../portal/model/place.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { namesIn, partsOfName } from '../../../portal/succession/names-in.ts';
import type { ParsedFile } from '../../source/source.ts';
import { child, type Cursor, isPresent, items, placeOf, rootOf, text } from '../input/cursor.ts';
import { type LinkContext, report, reportUnknown } from '../input/link-context.ts';
import type { SaidName } from './said-name.ts';

export function linkGone(file: ParsedFile | undefined, portal: Portal, context: LinkContext): SaidName[] {
  if (file === undefined) return [];
  const losses = items(rootOf(file));
  const named = losses.flatMap((at) => nameOf(at, context));
  const gone = new Map(named.map(({ kind, name, at }) => [`${kind}\n${name}`, text(child(at, 'successor'))]));
  return named.flatMap(({ kind, name, at }) => {
    if (!hasOwner(kind, name, { portal, gone })) {
      const { owner } = partsOfName(name);
      reportUnknown(context, 'former/unknown-owner', child(at, kind), {
        name: owner,
        choices: ownersOf(kind, portal),
      });
      return [];
    }
    const outcome = linkOutcome(kind, at, { portal, context });
    const why = text(child(at, 'why'));
    return outcome === null
      ? []
      : [{ kind, name, ...outcome, why, place: placeOf(child(at, kind)), at: child(at, kind) }];
  });
}

interface NamedLoss {
  readonly kind: NamedKind;
  readonly name: string;
  /** The whole entry. */
  readonly at: Cursor;
}

function nameOf(at: Cursor, context: LinkContext): NamedLoss[] {
  const said = namedKinds.filter((kind) => isPresent(child(at, kind)));
  const [kind] = said;
  if (kind === undefined || said.length > 1) {
    report(context, 'former/one-name', at, { names: said });
    return [];
  }
  return [{ kind, name: text(child(at, kind)) ?? '', at }];
}

/** A name below an owner that does not exist would never be found. */
function hasOwner(
  kind: NamedKind,
  name: string,
  { portal, gone }: { readonly portal: Portal; readonly gone: ReadonlyMap<string, string | null> },
): boolean {
  const owners = ownersOf(kind, portal);
  if (owners.length === 0) return true;
  const { owner } = partsOfName(name);
  return owners.includes(owner) || ownerKindsOf(kind).some((one) => gone.has(`${one}\n${owner}`));
}

function ownersOf(kind: NamedKind, portal: Portal): readonly string[] {
  return ownerKindsOf(kind).flatMap((one) => [...(namesIn(portal).get(one) ?? [])]);
}

function ownerKindsOf(kind: NamedKind): readonly NamedKind[] {
  if (kind === 'row') return ['lookup'];
  if (kind === 'item' || kind === 'question') return ['type', 'kind'];
  return kind === 'role' || kind === 'clock' || kind === 'step' ? ['type'] : [];
}

/** Records and accounts cannot be without these. */
const indispensable: ReadonlySet<NamedKind> = new Set(['department', 'type', 'kind']);

type LossOutcome = Pick<SaidName, 'successor' | 'values'>;

/** What becomes of its data; null (reported): that is not said, or not possible. */
function linkOutcome(
  kind: NamedKind,
  at: Cursor,
  { portal, context }: { readonly portal: Portal; readonly context: LinkContext },
): LossOutcome | null {
  const successor = child(at, 'successor');
  const values = child(at, 'values');
  if (isPresent(successor) === isPresent(values)) {
    report(context, 'former/no-outcome', child(at, kind), { kind });
    return null;
  }
  if (isPresent(successor)) return linkSuccessor(kind, successor, { portal, context });
  if (indispensable.has(kind)) {
    report(context, 'former/needs-successor', values, { kind });
    return null;
  }
  if (values.value === 'erase' && kind !== 'question') {
    report(context, 'former/cannot-erase', values, { kind });
    return null;
  }
  return { successor: null, values: values.value === 'erase' ? 'erase' : 'keep' };
}

function linkSuccessor(
  kind: NamedKind,
  at: Cursor,
  { portal, context }: { readonly portal: Portal; readonly context: LinkContext },
): LossOutcome | null {
  const name = text(at) ?? '';
  const choices = namesIn(portal).get(kind) ?? new Set();
  if (choices.has(name)) return { successor: name, values: null };
  reportUnknown(context, 'former/unknown-successor', at, { name, choices });
  return null;
}
