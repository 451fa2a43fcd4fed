/** Tests of a configuration: what people see, pay and may do, as files in tests/ expect it. */
import type { IssuedDocument } from '../portal/model/document.ts';
import type { Visitor } from '../portal/model/department.ts';
import type { Place } from '../portal/model/place.ts';

export interface Persona {
  /** The department's key. */
  readonly department: string;
  /** Null: that of the demonstration account. */
  readonly unit: string | null;
  /** Flags that differ from those of the demonstration account. */
  readonly flags: Visitor['flags'];
}

/** A record as the author of a case writes it; what is left out is empty. */
export interface CaseRecord {
  readonly type: string;
  /** Null: the initial one. */
  readonly state: string | null;
  readonly kind: string | null;
  readonly office: string | null;
  readonly unit: string | null;
  /** It belongs to the persona of the case. */
  readonly isOwn: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  /** Issued to it, with the state of each. */
  readonly documents: Readonly<Record<string, IssuedDocument['state']>>;
  readonly parent: CaseRecord | null;
}

export interface ConfigurationCase {
  /** File and title: unique in the configuration. */
  readonly name: string;
  readonly title: string;
  /** Null: nobody is signed in. */
  readonly persona: Persona | null;
  /** ISO date. */
  readonly day: string;
  readonly record: CaseRecord | null;
  readonly expected: readonly Expectation[];
  /** Names in it that the configuration does not have: it never holds. */
  readonly unknown: readonly UnknownCaseName[];
  readonly place: Place;
}

export type Expectation = { readonly place: Place } & (
  | { readonly expects: 'page'; readonly path: string; readonly isOpen: boolean }
  | { readonly expects: 'kind'; readonly kind: string; readonly applies: boolean }
  | { readonly expects: 'item'; readonly item: string; readonly applies: boolean }
  | { readonly expects: 'step'; readonly step: string; readonly isOffered: boolean }
  /** `of`: `total`, an id of a line, or a tag; the sum of these lines. */
  | { readonly expects: 'fee'; readonly schedule: string; readonly of: string; readonly amount: string }
  | { readonly expects: 'instalments'; readonly schedule: string; readonly amounts: readonly string[] }
);

export interface UnknownCaseName {
  readonly place: Place;
  readonly what: string;
  readonly name: string;
}
