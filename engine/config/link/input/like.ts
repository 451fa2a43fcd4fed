/** Reads `like`: something has from another of its kind what it does not say itself. */
import { child, type Cursor, isPresent, text } from './cursor.ts';
import { isKnown, type LinkContext, report } from './link-context.ts';
import type { UnknownCode } from '../../diagnostics/catalogue/reference.ts';

/** @returns what it is like; null: nothing, or something that is like another itself */
export function otherOf(at: Cursor, all: ReadonlyMap<string, Cursor>): Cursor | null {
  const other = all.get(text(child(at, 'like')) ?? '');
  return other === undefined || isPresent(child(other, 'like')) ? null : other;
}

/** The key as it says it, or else as the other one does. */
export function ownOrOther(at: Cursor, other: Cursor | null, key: string): Cursor {
  const own = child(at, key);
  return isPresent(own) || other === null ? own : child(other, key);
}

interface LikeName {
  /** What it can be like, by name. */
  readonly all: ReadonlyMap<string, Cursor>;
  /** What the names belong to. */
  readonly of: string | null;
}

/** Reports the name of something that does not exist, or that is like another itself. */
export function checkLike(at: Cursor, code: UnknownCode, { all, of }: LikeName, context: LinkContext): void {
  const like = child(at, 'like');
  const name = text(like);
  if (name === null || !isKnown(context, code, like, { name, choices: all, of })) return;
  const chain = chainFrom(name, all);
  if (chain.length === 1) return;
  const last = chain.at(-1) ?? name;
  const circle = chain.slice(chain.indexOf(last), -1);
  if (circle.length === 0) return report(context, 'name/like-another', like, { name, other: last });
  // A circle is told once: at the first of it.
  const [first, told] = [...all].find(([one]) => circle.includes(one)) ?? [name];
  if (told?.file === at.file && told.pointer === at.pointer)
    report(context, 'name/like-another', like, { circle: chainFrom(first, all) });
}

/** The name, and what each is like; a circle ends with the name that is there already. */
function chainFrom(name: string, all: LikeName['all']): string[] {
  const chain = [name];
  for (;;) {
    const at = all.get(chain.at(-1) ?? '');
    const next = at === undefined ? null : text(child(at, 'like'));
    if (next === null) return chain;
    const isCircle = chain.includes(next);
    chain.push(next);
    if (isCircle) return chain;
  }
}
