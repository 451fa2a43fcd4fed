/** The part of the Portal that one caller's browser receives: only what this visitor's pages need. */
import type { Days } from '../model/calendar.ts';
import type { Form } from '../model/form.ts';
import type { Decidable, Portal, Theme } from '../model/portal.ts';
import type { List, ListColumn } from '../model/record-type.ts';
import type { ValueType } from '../forms/value-type.ts';
import type { State } from '../model/workflow.ts';

export interface PortalSlice extends Decidable {
  readonly hash: string;
  readonly title: string;
  readonly timeZone: string;
  /** Of its texts. */
  readonly language: string;
  /** What can be chosen; the first is the one that the portal is written in. */
  readonly locales: readonly string[];
  /** By which days until a due date are counted. */
  readonly days: Days;
  readonly theme: Theme;
  readonly welcome: { readonly heading: string; readonly points: readonly string[] };
  readonly constants: Portal['constants'];
  readonly uploads: { readonly maxBytes: number; readonly accepts: readonly string[] };
  readonly navigation: readonly { readonly key: string; readonly title: string }[];
  readonly recordTypes: Readonly<Record<string, SliceRecordType>>;
  /** Names of the lookups that everybody may read: `GET /api/v1/{name}`. */
  readonly publicLookups: readonly string[];
  /** Those that its pages are about. */
  readonly lookups: Readonly<Record<string, SliceLookup>>;
  /** By `set/kind`. */
  readonly kinds: Readonly<
    Record<string, { readonly title: string; readonly office: string; readonly form: string | null }>
  >;
}

/** A lookup that a page of this visitor's is about. */
export interface SliceLookup {
  readonly title: string;
  /** Hash of the form that asks the columns of one row; null where nobody keeps the rows. */
  readonly form: string | null;
  /** May this visitor keep its rows? Others read those of a public lookup. */
  readonly isKept: boolean;
}

export interface SliceRecordType {
  readonly title: string;
  /** What several are called, as within a sentence; left out where nothing is said. */
  readonly plural?: string;
  /** The same of the kinds of one set, by the set. */
  readonly plurals?: Readonly<Record<string, string>>;
  /** Hash of the form of a new record; null where the kind brings it. */
  readonly form: string | null;
  readonly initial: string | null;
  /** Sets whose kinds it may be of. */
  readonly kinds: readonly string[];
  /** Types that it stands below: a record's page lists what stands below it. */
  readonly parents: readonly string[];
  readonly states: Readonly<
    Record<string, Pick<State, 'title' | 'tone' | 'waitsFor' | 'isFinal' | 'isSettled'>>
  >;
  readonly lists: Readonly<
    Record<
      string,
      Pick<List, 'name' | 'title' | 'filters' | 'sort' | 'empty'> & {
        readonly columns: readonly WireColumn[];
        /** Those in which the visitor may meet a record there; left out where nothing filters by the state. */
        readonly states?: readonly string[];
      }
    >
  >;
  /** A new one takes over answers from other records of its owner. */
  readonly prefills: boolean;
  /** May this visitor make a new one here? */
  readonly mayCreate: boolean;
  /** Filing one makes an account to sign in with. */
  readonly opensAccount: boolean;
  readonly first: FirstSteps;
}

/** A column with what its values are. Labels that are not here come with the records (`labels`). */
export interface WireColumn extends ListColumn, ValueType {}

/** What follows when a record has been begun. */
export interface FirstSteps {
  /** Steps that who begins it may take in its draft. */
  readonly actions: readonly {
    readonly name: string;
    readonly title: string;
    /** Hash of the form that the transition asks, or null. */
    readonly input: string | null;
    readonly to?: string;
  }[];
  /** Papers are asked before a draft can be sent, whatever is answered. */
  readonly asksPapers: boolean;
  /** Title of the step that its owner takes by a link which is sent to him at once; null: none is sent. */
  readonly link: string | null;
}

/** `GET forms/{hash}`: what the form screen needs; the validator module stands at `forms/{hash}/validator.js`. */
export type WireForm = Pick<
  Form,
  'hash' | 'title' | 'schema' | 'uiSchema' | 'steps' | 'conditions' | 'from' | 'verify' | 'filledBy'
>;
