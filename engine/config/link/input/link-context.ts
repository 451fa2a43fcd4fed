/** The input of every linker: all declared names, and where to report problems. */
import type { Additions } from '../../../extension/extension.ts';
import type { FieldPath } from '../../../portal/model/condition.ts';
import type { Picture } from '../../../portal/model/document.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { TelephoneRule } from '../../../portal/writing/telephone.ts';
import type { ReadLog } from './kind-reads.ts';
import { oneOrMore, spanOf, text, type Cursor } from './cursor.ts';
import type { ConditionNotes } from './noted-conditions.ts';
import { kindsOfCodes, type SymbolKind, type SymbolUse } from './symbol-use.ts';
import type { DetailsOf, DiagnosticCode } from '../../diagnostics/catalogue.ts';
import type { UnknownCode } from '../../diagnostics/catalogue/reference.ts';
import { createDiagnostic, type Diagnostic } from '../../diagnostics/diagnostic.ts';

export interface LinkContext {
  readonly names: Names;
  /** What the extensions of this portal add. */
  readonly additions: Additions;
  /** By name. */
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly diagnostics: Diagnostic[];
  /** Where names are used; linkers add to it. Null at a second look at a place. */
  readonly uses: SymbolUse[] | null;
  /** Where questions and rows are used, which are many; null if nobody asks, which is the usual case. */
  readonly questionUses: SymbolUse[] | null;
  /** The conditions of one file; null if nobody asks, which is the usual case. */
  readonly conditions: ConditionNotes | null;
  /** Place of a form → its hash, so that each form is compiled and reported once. */
  readonly formHashes: Map<string, string>;
  /** Compiled forms by hash; linkers add to it. */
  readonly forms: Record<string, Portal['forms'][string]>;
  /** Amounts that are put together, whose currency is known once everything is linked; linkers add to it. */
  readonly amounts: JoinedAmounts[];
  /** Texts that were built from a pattern, with their parts; linkers add to it. */
  readonly composed: Record<string, Portal['composed'][string]>;
}

/** Amounts that are added, compared or copied into one another at a place. */
interface JoinedAmounts {
  readonly at: Cursor;
  readonly parts: readonly JoinedAmount[];
}

/** What is read of a record of this type, or an amount whose currency is known; undefined: that of the portal. */
export type JoinedAmount =
  | { readonly type: string | null; readonly path: FieldPath }
  | { readonly type: string; readonly name: string }
  | { readonly currency: string | undefined };

/** All declared names, collected before linking, so that the order of files does not matter. */
export interface Names {
  /** Department key → its file. */
  readonly departments: ReadonlyMap<string, Cursor>;
  /** Alias → department key. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Group → department keys. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly flags: ReadonlySet<string>;
  readonly guards: ReadonlySet<string>;
  readonly chains: ReadonlyMap<string, readonly string[]>;
  readonly messages: ReadonlySet<string>;
  readonly constants: ReadonlyMap<string, unknown>;
  /** How the portal writes telephone numbers. */
  readonly telephone: TelephoneRule;
  /** What people write before or after an amount, such as a currency sign. */
  readonly moneySigns: readonly string[];
  /** The first lines of the letterhead of every document. */
  readonly letterhead: readonly string[];
  /** Formats of codes → their declaration in `portal.yaml`. */
  readonly formats: ReadonlyMap<string, Cursor>;
  readonly officeConstants: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
  readonly navigation: ReadonlySet<string>;
  /** Record type → its file. */
  readonly records: ReadonlyMap<string, Cursor>;
  /** Record type → the file of its workflow. */
  readonly workflows: ReadonlyMap<string, Cursor>;
  /** File name → its root. */
  readonly forms: ReadonlyMap<string, Cursor>;
  readonly lookups: ReadonlyMap<string, Cursor>;
  /** Lookup → the GeoJSON with the outlines of its rows. */
  readonly districts: ReadonlyMap<string, Cursor>;
  readonly papers: ReadonlyMap<string, Cursor>;
  /** Set → its set.yaml. */
  readonly sets: ReadonlyMap<string, Cursor>;
  /** `set/kind` → its file. Reads are recorded. */
  readonly kinds: ReadonlyMap<string, Cursor>;
  readonly log: ReadLog;
  /** File name → its root; `days`, the file of the working days, is not a calendar. */
  readonly calendars: ReadonlyMap<string, Cursor>;
  readonly days: Cursor | null;
  readonly fees: ReadonlyMap<string, Cursor>;
  readonly documents: ReadonlyMap<string, Cursor>;
  readonly notices: ReadonlyMap<string, Cursor>;
  readonly reports: ReadonlyMap<string, Cursor>;
  /** Derived values of all record types. */
  readonly facts: ReadonlySet<string>;
}

/** Reports a problem of a value of the configuration. */
export function report<C extends DiagnosticCode>(
  context: Pick<LinkContext, 'diagnostics'>,
  code: C,
  at: Cursor,
  details: DetailsOf<C>,
): void {
  context.diagnostics.push(createDiagnostic(code, spanOf(at), details));
}

/** Reports an unknown name with its choices. */
export function reportUnknown(
  context: Pick<LinkContext, 'diagnostics'>,
  code: UnknownCode,
  at: Cursor,
  { name, choices }: { readonly name: string; readonly choices: Iterable<string> },
): void {
  report(context, code, at, { name, choices: [...choices] });
}

type NameContext = Pick<LinkContext, 'diagnostics' | 'uses'>;

interface ResolvedName {
  readonly name: string;
  readonly choices: ReadonlySet<string> | ReadonlyMap<string, unknown> | readonly string[];
  /** What the name belongs to, such as the record type of a state; null or missing: any. */
  readonly of?: string | null | readonly string[];
}

/** Returns true if the name is one of the choices, and counts the place as a use of it. Reports an unknown name. */
export function isKnown(
  context: NameContext,
  code: UnknownCode,
  at: Cursor,
  { name, choices, of = null }: ResolvedName,
): boolean {
  if ('has' in choices ? choices.has(name) : choices.includes(name)) {
    const kind = kindsOfCodes[code];
    if (kind !== undefined) countUse(context, kind, at, { name, of });
    return true;
  }
  reportUnknown(context, code, at, { name, choices: 'has' in choices ? choices.keys() : choices });
  return false;
}

/** Counts a use of a name that exists. */
export function countUse(
  { uses }: Pick<LinkContext, 'uses'>,
  kind: SymbolKind,
  at: Cursor,
  { name, of = null }: Pick<ResolvedName, 'name' | 'of'>,
): void {
  if (uses === null) return;
  for (const owner of typeof of === 'string' || of === null ? [of] : of)
    uses.push({ at, kind, of: owner, name });
}

/** Reports each name at this place that is not one of the choices. */
export function reportEachUnknown(
  context: NameContext,
  code: UnknownCode,
  at: Cursor,
  choices: ReadonlySet<string> | ReadonlyMap<string, unknown>,
  of: NonNullable<ResolvedName['of']> | null = null,
): void {
  for (const one of oneOrMore(at)) {
    const name = text(one);
    if (name !== null) isKnown(context, code, one, { name, choices, of });
  }
}

/** The context of a second look at a place: what it finds was reported, and counted, the first time. */
export function quietly(context: LinkContext): LinkContext {
  return {
    ...context,
    diagnostics: [],
    uses: null,
    questionUses: null,
    conditions: null,
    amounts: [],
  };
}
