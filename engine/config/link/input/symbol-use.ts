/** Uses of names: where a linker resolved a name, and to what. */
import type { DiagnosticCode } from '../../diagnostics/catalogue.ts';
import type { Cursor } from './cursor.ts';

/** What a name may name, as the commands write it. */
export const symbolKinds = [
  'department',
  'group',
  'flag',
  'type',
  'role',
  'list',
  'fact',
  'state',
  'step',
  'clock',
  'form',
  'question',
  'lookup',
  'row',
  'paper',
  'item',
  'set',
  'kind',
  'route',
  'parameter',
  'navigation',
  'guard',
  'chain',
  'message',
  'constant',
  'format',
  'calendar',
  'day',
  'fee',
  'line',
  'table',
  'document',
  'block',
  'notice',
  'report',
] as const;
export type SymbolKind = (typeof symbolKinds)[number];

export interface SymbolUse {
  /** The value that names it; a key that names it has the cursor of its value. */
  readonly at: Cursor;
  readonly kind: SymbolKind;
  /** What the name belongs to: the type of a state, the lookup of a row. Null: any. */
  readonly of: string | null;
  /** As written; for a path, the segment. */
  readonly name: string;
  /** True if the key of the place names it, and not the value. */
  readonly isKey?: true;
  /** For a segment of a path: the whole path as it was looked up, and the number of segments after this one. */
  readonly path?: { readonly text: string; readonly fromEnd: number };
  /** What it names, if the linker knows it better than kind and name say. */
  readonly definitions?: readonly Cursor[];
}

/** What the name is that a diagnostic would call unknown. Codes about other words are missing. */
export const kindsOfCodes: Readonly<Partial<Record<DiagnosticCode, SymbolKind>>> = {
  'calendar/unknown': 'calendar',
  'calendar/unknown-day': 'day',
  'capacity/not-below': 'type',
  'clock/unknown': 'clock',
  'condition/unknown-constant': 'constant',
  'condition/unknown-fact': 'fact',
  'condition/unknown-field': 'question',
  'condition/unknown-flag': 'flag',
  'condition/unknown-parameter': 'parameter',
  'condition/unknown-party': 'role',
  'condition/unknown-state': 'state',
  'condition/unknown-transition': 'step',
  'condition/unknown-value': 'row',
  'department/unknown': 'department',
  'department/unknown-landing': 'route',
  'department/unknown-lookup': 'lookup',
  'department/unknown-unit': 'row',
  'document/unknown': 'document',
  'document/unknown-block': 'block',
  'effect/unknown-item': 'item',
  'fee/unknown': 'fee',
  'fee/unknown-day': 'day',
  'fee/unknown-lookup': 'lookup',
  'fee/unknown-table': 'table',
  'fee/unknown-tag': 'line',
  'form/unknown-fragment': 'form',
  'form/unknown-lookup': 'lookup',
  'form/unknown-property': 'question',
  'form/unknown-required': 'question',
  'group/unknown': 'group',
  'guard/unknown-message': 'message',
  'guard/unknown-target': 'route',
  'kind/no-document': 'document',
  'kind/unknown': 'kind',
  'kind/unknown-paper': 'paper',
  'kind/unknown-preview': 'route',
  'lookup/unknown-value': 'row',
  'notice/unknown': 'notice',
  'portal/unknown-entry': 'route',
  'portal/unknown-login': 'route',
  'quorum/unknown-step': 'step',
  'record/unknown-form': 'form',
  'record/unknown-type': 'type',
  'reminder/unknown-step': 'step',
  'report/unknown': 'report',
  'route/unknown-chain': 'chain',
  'route/unknown-guard': 'guard',
  'route/unknown-list': 'list',
  'route/unknown-navigation': 'navigation',
  'route/unknown-parameter': 'parameter',
  'route/unknown-redirect': 'route',
  'set/unknown': 'set',
  'workflow/unknown-state': 'state',
};
