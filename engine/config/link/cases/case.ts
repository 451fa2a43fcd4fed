/** Tests of a configuration: what people see, pay and may do, and what happens over time, as files in tests/ expect it. */
import type { Duration } from '../../../portal/model/condition.ts';
import type { Answers } from '../../../portal/forms/form-conditions.ts';
import type { Visitor } from '../../../portal/model/department.ts';
import type { StateOnDay } from '../../../portal/model/document.ts';
import type { Place } from '../../../portal/model/place.ts';
import type { ItemState } from '../../../portal/model/record.ts';

export interface Persona {
  /** The account: the persona's name in the file, or the department. */
  readonly name: string;
  /** The department's key. */
  readonly department: string;
  /** Null: that of the demonstration account. */
  readonly unit: string | null;
  /** Flags that differ from those of the demonstration account. */
  readonly flags: Visitor['flags'];
  /** The officer for whom they act; null: they act for themself. */
  readonly deputyOf: Persona | null;
}

/** The account that a department has for demonstrations. */
export function usualPersona(department: string, parts: Partial<Persona> = {}): Persona {
  return { name: department, department, unit: null, flags: {}, deputyOf: null, ...parts };
}

/** A record as its author writes it; what is left out is empty. */
interface WrittenRecord {
  readonly type: string;
  /** Null: the initial one. */
  readonly state: string | null;
  readonly kind: string | null;
  readonly office: string | null;
  readonly unit: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly items: Readonly<Record<string, ItemState>>;
  /** Issued to it, with the state of each. */
  readonly documents: Readonly<Record<string, StateOnDay>>;
  /** The people of each role. */
  readonly parties: Readonly<Record<string, readonly Persona[]>>;
  /** Who has taken each step that several people take. */
  readonly signed: Readonly<Record<string, readonly Persona[]>>;
}

export interface CaseRecord extends WrittenRecord {
  /** It belongs to the persona of the case. */
  readonly isOwn: boolean;
  readonly parent: CaseRecord | null;
  readonly children: readonly CaseRecord[];
}

/** A test of either kind. */
interface ConfigurationTest {
  /** File and title: unique in the configuration. */
  readonly name: string;
  readonly title: string;
  /** Names in it that the configuration does not have: it never holds. */
  readonly unknown: readonly UnknownCaseName[];
  readonly place: Place;
}

export interface ConfigurationCase extends ConfigurationTest {
  readonly is: 'case';
  /** Null: nobody is signed in. */
  readonly persona: Persona | null;
  /** ISO date. */
  readonly day: string;
  readonly record: CaseRecord | null;
  readonly expected: readonly Expectation[];
}

export interface GivenRecord extends WrittenRecord {
  readonly name: string;
  /** Null: somebody else. */
  readonly owner: Persona | null;
  /** The name of a given record. */
  readonly parent: string | null;
}

export interface Story extends ConfigurationTest {
  readonly is: 'story';
  /** `2027-01-05T08:00`, in the portal's time zone. */
  readonly start: string;
  readonly given: readonly GivenRecord[];
  readonly steps: readonly StoryStep[];
  /** Personas of the file by name. */
  readonly personas: Readonly<Record<string, Persona>>;
}

/** `owner`: the owner of the record. `office`: an account of its office. Null: a visitor who is signed out. */
export type StoryActor = Persona | 'owner' | 'office' | null;

/** A name of the story, a record type or `set/kind`; with the number of the record, or null if there is one only. */
export interface RecordReference {
  readonly name: string;
  readonly number: number | null;
  /** One after the other: every record of the type. */
  readonly isEach: boolean;
}

export interface StoryStep {
  readonly act: StoryAct;
  readonly actor: StoryActor;
  /** Null: the record of the step before. */
  readonly of: RecordReference | null;
  /** The rule that refuses it; null: it is not refused. */
  readonly refused: { readonly rule: string; readonly place: Place } | null;
  readonly outcomes: readonly StoryOutcome[];
  readonly place: Place;
}

export type DecidedState = 'accepted' | 'returned' | 'waived';

export type StoryAct =
  | { readonly does: 'take'; readonly step: string; readonly input: Answers }
  | {
      readonly does: 'begin';
      readonly type: string;
      readonly kind: string | null;
      readonly below: RecordReference | null;
      readonly named: string | null;
      readonly data: Answers;
    }
  | { readonly does: 'save'; readonly data: Answers }
  /** Null: all items. */
  | { readonly does: 'file'; readonly items: readonly string[] | null; readonly issuedOn: string | null }
  | { readonly does: 'review'; readonly items: readonly string[] | null; readonly state: DecidedState }
  | { readonly does: 'wait'; readonly time: Duration }
  /** A date, or a date and a time, in the portal's time zone. */
  | { readonly does: 'reach'; readonly moment: string };

export interface StoryOutcome {
  /** Null: the record of the step. */
  readonly of: RecordReference | null;
  /** The person whose view is checked. Undefined: the actor of the step. */
  readonly actor: StoryActor | undefined;
  readonly expected: readonly Expectation[];
}

export type Expectation = { readonly place: Place } & (
  | { readonly expects: 'page'; readonly path: string; readonly isOpen: boolean }
  | { readonly expects: 'kind'; readonly kind: string; readonly applies: boolean }
  | { readonly expects: 'item'; readonly item: string; readonly applies: boolean }
  | { readonly expects: 'step'; readonly step: string; readonly isOffered: boolean }
  | { readonly expects: 'refusal'; readonly step: string; readonly rule: string }
  /** `of`: `total`, an id of a line, or a tag; the sum of these lines. */
  | { readonly expects: 'fee'; readonly schedule: string; readonly of: string; readonly amount: string }
  | { readonly expects: 'instalments'; readonly schedule: string; readonly amounts: readonly string[] }
  /** `at`: a date, a date and a time, or `never`. Null: the earliest of all clocks. */
  | { readonly expects: 'due'; readonly clock: string | null; readonly at: string }
  | { readonly expects: 'lapse'; readonly clock: string }
  /** The columns, in any order. Empty: the list does not show the record. */
  | { readonly expects: 'columns'; readonly list: string; readonly columns: readonly string[] }
  /** `after`: once this transition was taken; null: as it is. */
  | {
      readonly expects: 'document';
      readonly after: string | null;
      readonly document: string;
      readonly state: StateOnDay | 'none';
    }
  /** `notices`: null for any. `persona`: null for a department or the owner. */
  | {
      readonly expects: 'notified';
      readonly after: string | null;
      readonly who: string;
      readonly persona: Persona | null;
      readonly notices: readonly string[] | null;
    }
  | { readonly expects: 'state'; readonly state: string }
  /** Names of accounts, in any order. */
  | { readonly expects: 'unsigned'; readonly people: readonly string[] }
  /** `is`: how many, or the state of all. */
  | { readonly expects: 'children'; readonly of: string; readonly is: number | string }
);

export interface UnknownCaseName {
  readonly place: Place & { readonly length?: number };
  readonly what: string;
  readonly name: string;
  readonly choices: readonly string[];
}
