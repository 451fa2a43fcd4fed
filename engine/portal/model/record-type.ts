/** Record types: what people file, who may see it, which values are derived, and in which lists it appears. */
import type { Cases, Condition, Duration, FieldPath, Operand, Value } from './condition.ts';
import type { Place } from './place.ts';
import type { ChecklistItem } from './requirement.ts';

export interface RecordType {
  readonly type: string;
  readonly title: string;
  /** The plural noun, as used within a sentence; null: none. */
  readonly plural: string | null;
  /**
   * Pattern such as `MP-{year}-{sequence:6}`; the number is assigned when the record leaves its initial state. Null:
   * the slug serves as number.
   */
  readonly number: NumberPattern | null;
  /** Hash of its form; null if the kind provides the form, or there is none. */
  readonly form: string | null;
  /** Types of its parent; `[]`: it has no parent. */
  readonly parents: readonly string[];
  /** Sets whose kinds its records may have; `[]`: no kind. */
  readonly kinds: readonly string[];
  readonly parties: Readonly<
    Record<string, { readonly departments: readonly string[]; readonly isMany: boolean }>
  >;
  /**
   * `kind`: the kind's office; `parent`: the parent's office; `owner`: the department of the person who created it; a
   * key: always that office; null: none.
   */
  readonly office: 'kind' | 'parent' | 'owner' | { readonly department: string } | null;
  /**
   * Where its unit comes from: the first source with a value; `parent`: the parent's unit; `owner`: the unit of the
   * person who created it; `[]`: no unit.
   */
  readonly unit: readonly FieldPath[] | 'parent' | 'owner';
  readonly access: Access;
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly builtIn: 'user' | null;
  readonly derived: Readonly<Record<string, DerivedValue>>;
  readonly verified: VerificationRule | null;
  readonly unique: { readonly over: readonly string[]; readonly unless: Condition } | null;
  /** Null: records below it take no places. */
  readonly capacity: CapacityRule | null;
  /** Null: nobody claims its records. */
  readonly claim: ClaimRule | null;
  readonly checklist: { readonly review: Condition; readonly waive: Condition } | null;
  readonly account: AccountRule | null;
  readonly lists: Readonly<Record<string, List>>;
  /** Records of the same owner that prefill a new one, in order; a later one fills what is still empty. */
  readonly prefill: readonly Prefill[];
  /** Items of a record that has no kind. */
  readonly items: readonly ChecklistItem[];
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  readonly place: Place;
}

/** Answers that cannot change after verification, while the record is in one of the states. */
export interface VerificationRule {
  readonly states: readonly string[];
  readonly fields: readonly string[];
  /** Who may correct them anyway. */
  readonly by: Condition;
}

/** Derived values of a record with `capacity`: how many places are taken, and how many are left. */
export const placesTaken = 'places-taken';
export const placesLeft = 'places-left';

/**
 * Records of one type below it take places, at most as many as it has. The derived values `places-taken` and
 * `places-left` count them.
 */
export interface CapacityRule {
  readonly of: string;
  /** The states in which a record has a place. */
  readonly states: readonly string[];
}

/** One person of the office in charge works on each record. */
export interface ClaimRule {
  /** Who works on them: may claim a record, take it over, and be assigned to it. */
  readonly by: Condition;
  /** Who may assign a record to somebody, and release it. */
  readonly assignedBy: Condition;
  /** Each record that reaches an office goes to the person with the fewest. */
  readonly isRound: boolean;
}

export interface Prefill {
  readonly from: string;
  /** Column or field that decides which record is the newest. */
  readonly latest: string;
  readonly where: Condition;
  /** Dotted paths that are not copied. */
  readonly except: readonly string[];
  /** Question → answer, or `number`, of the other record, if their names differ. */
  readonly as: Readonly<Record<string, string>>;
}

export interface NumberPattern {
  readonly pattern: string;
  readonly per: readonly NumberScope[];
  /** The counter goes on at once, so nobody waits for it, and the number of a step that fails is lost. */
  readonly hasGaps: boolean;
}

/** Each of them has a counter of its own. */
export const numberScopes = ['year', 'office', 'kind'] as const;
type NumberScope = (typeof numberScopes)[number];

export interface Access {
  readonly create: Condition;
  /** What people read whom `create` refuses: what they can do; null: a general sentence. */
  readonly cannotCreate: string | null;
  /** Who may create a record below one of this type. The rule `create` of the child's type applies too. */
  readonly below: Condition;
  readonly read: Condition;
  readonly update: Condition;
  readonly summary: { readonly to: Condition; readonly fields: readonly string[] } | null;
  readonly public: {
    readonly when: Condition;
    readonly fields: readonly string[];
    readonly masked: readonly string[];
  } | null;
  /** Null: who sends such a record without an account gets no link to it. */
  readonly follow: FollowRule | null;
}

/** The secret link with which somebody without an account follows the record that they sent. */
export interface FollowRule {
  /** The columns and fields that the link shows. */
  readonly fields: readonly string[];
  readonly within: Duration;
  /** The question for the address to which the link is mailed; null: it is only shown. */
  readonly mail: string | null;
}

export interface FieldRule {
  readonly read: Condition;
  readonly personal: 'yes' | 'sensitive' | null;
  readonly isMasked: boolean;
}

/** Registration creates a record and an account together. Each value is the name of a field of the form. */
export interface AccountRule {
  readonly department: string;
  readonly username: string;
  readonly name: string;
  /** The field goes to the account and is never stored in the record. */
  readonly password: string;
}

export interface List {
  readonly name: string;
  readonly title: string;
  readonly where: Condition;
  readonly columns: readonly ListColumn[];
  /** Titled like the columns: `office`, a field, or the path of an ancestor's field. */
  readonly filters: readonly ListColumn[];
  /** `-created`, `due`, … */
  readonly sort: string;
  /** Shown when the list is empty: its purpose, and what to do first. */
  readonly empty: string;
}

export interface ListColumn {
  /** `number`, `state`, `office`, `kind`, `due`, `booking`, `created`, `updated`, `owner`, or the path of a field. */
  readonly value: string;
  readonly title: string;
}

/** Records of one type that a derived value counts or selects. */
export interface RelatedRecords {
  readonly of: string;
  readonly where: Condition;
  /** Keys of the question whose answer names the record; absent: they are below the record. */
  readonly through?: readonly string[];
}

export type DerivedValue =
  | ({ readonly measure: 'count' | 'exists' } & RelatedRecords)
  | { readonly measure: 'sum'; readonly of: FieldPath; readonly less: FieldPath | null }
  /** The sum of a field (keys from the root of `data`) over them. */
  | ({ readonly measure: 'total'; readonly field: FieldPath } & RelatedRecords)
  | { readonly measure: 'less'; readonly of: DerivedValue; readonly less: DerivedValue }
  | ({
      readonly measure: 'latest' | 'earliest';
      readonly by: string;
      readonly give: Readonly<Record<string, string>>;
    } & RelatedRecords)
  | { readonly measure: 'union'; readonly of: FieldPath }
  | { readonly measure: 'percent'; readonly part: DerivedValue; readonly of: DerivedValue }
  | ({ readonly measure: 'cases' } & Cases<Operand | { readonly value: Value }>);

/** What a list can be narrowed to by due date. */
export const dueFilters = ['late', 'soon', 'today', 'week'] as const;
export type DueFilter = (typeof dueFilters)[number];

/** Whose turn it is in the records of a list. */
export const waitFilters = ['us', 'others'] as const;
export type WaitFilter = (typeof waitFilters)[number];

/** The longest table in a file for spreadsheets: so many rows fit into a sheet, below its headings. */
export const mostExportedRows = 1_048_575;

/** A search through every type needs so many letters: fewer would find almost everything. */
export const leastLetters = 2;

/** The columns that say which record it is: lists filter by them, and a question that offers records shows them. */
export const filterColumns: readonly string[] = ['state', 'kind', 'office', 'unit', 'number'];

export const sortColumns = [
  'created',
  'updated',
  'due',
  'booking',
  'number',
  'state',
  'office',
  'unit',
  'kind',
] as const;
