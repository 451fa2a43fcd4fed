/** The slice: the part of the Portal that one caller's browser receives, limited to the pages of this visitor. */
import type { Days } from '../model/calendar.ts';
import type { Form } from '../model/form.ts';
import type { Decidable, MapTiles, Portal, Theme, Welcome } from '../model/portal.ts';
import type { List, ListColumn } from '../model/record-type.ts';
import type { ValueType } from '../forms/value-type.ts';
import type { State } from '../model/workflow.ts';
import type { ThemeVariables } from '../theme/tokens.ts';

export interface PortalSlice extends Decidable {
  readonly hash: string;
  readonly title: string;
  readonly timeZone: string;
  /** The language of its texts. */
  readonly language: string;
  /** The available languages; the first is the language of the configuration. */
  readonly locales: readonly string[];
  /** Their names, each in its own language: `Filipino`. */
  readonly localeNames: Readonly<Record<string, string>>;
  /** The calendar for counting days until a due date. */
  readonly days: Days;
  readonly theme: SliceTheme;
  /** Its seal, as an address or the picture itself (`data:`); null: the initial of its title. */
  readonly seal: string | null;
  /** Absent: maps have no pictures behind them. */
  readonly map?: MapTiles;
  readonly welcome: Welcome;
  readonly signIn: {
    /** The providers of this visitor's department; all while signed out. */
    readonly providers: readonly { readonly key: string; readonly title: string }[];
    /** The visitor's department has no passwords; while signed out: some department has none. */
    readonly isPasswordless: boolean;
  };
  readonly constants: Portal['constants'];
  readonly uploads: Pick<Portal['uploads'], 'maxBytes' | 'accepts' | 'photos'>;
  readonly navigation: readonly { readonly key: string; readonly title: string }[];
  readonly recordTypes: Readonly<Record<string, SliceRecordType>>;
  /** Names of the public lookups: `GET /api/v1/{name}`. */
  readonly publicLookups: readonly string[];
  /** The lookups that its pages show. */
  readonly lookups: Readonly<Record<string, SliceLookup>>;
  /** By `set/kind`. */
  readonly kinds: Readonly<
    Record<string, { readonly title: string; readonly office: string; readonly form: string | null }>
  >;
}

/** What is missing is as in the usual theme. */
export interface SliceTheme
  extends Pick<Theme, 'primary' | 'accent'>, Partial<Pick<Theme, 'density' | 'motion'>> {
  readonly variables?: ThemeVariables;
}

/** A lookup that a page of this visitor shows. */
export interface SliceLookup {
  readonly title: string;
  /** Hash of the form with the columns of one row; null if nobody maintains the rows. */
  readonly form: string | null;
  /** Whether this visitor may maintain its rows. Others read the rows of a public lookup. */
  readonly isKept: boolean;
}

export interface SliceRecordType {
  readonly title: string;
  /** The plural noun, as used within a sentence; absent: none. */
  readonly plural?: string;
  /** The same for the kinds of one set, by set. */
  readonly plurals?: Readonly<Record<string, string>>;
  /** Hash of the form of a new record; null if the kind provides it. */
  readonly form: string | null;
  readonly initial: string | null;
  /** Sets of its possible kinds. */
  readonly kinds: readonly string[];
  /** Types of its parent: a record's page lists its children. */
  readonly parents: readonly string[];
  /** The page of the secret link to a record sent without an account, and the question for the address that it is mailed to. Absent: none. */
  readonly follow?: { readonly path: string; readonly mail: string | null };
  /** Question → the type of the records that its answer names. The page of such a record lists it too. Absent: none. */
  readonly names?: Readonly<Record<string, string>>;
  readonly states: Readonly<
    Record<
      string,
      Pick<State, 'title' | 'tone' | 'waitsFor' | 'isFinal' | 'isSettled'> & {
        /** What the visitor can do in it; absent: nothing is said. */
        readonly help?: string;
      }
    >
  >;
  readonly lists: Readonly<
    Record<
      string,
      Pick<List, 'name' | 'title' | 'filters' | 'sort' | 'empty'> & {
        readonly columns: readonly WireColumn[];
        /** States in which the visitor may find records there; absent if no filter uses the state. */
        readonly states?: readonly string[];
        /** The visitor may work on its records: it shows who does. */
        readonly claims?: true;
        /** Accounts: none that the visitor may open would be in it. */
        readonly isOfOthers?: true;
      }
    >
  >;
  /** One of its steps is taken by scanning the owner's code; absent: none. */
  readonly isScanned?: true;
  /** Some values may occur only once among its records; absent: all may occur again. */
  readonly isUnique?: true;
  /** A new record copies answers from other records of its owner. */
  readonly prefills: boolean;
  /** Whether this visitor may create one here. */
  readonly mayCreate: boolean;
  /** Why they may not, and what they can do. Absent: they may, or the configuration does not say. */
  readonly cannotCreate?: string;
  /** The visitor keeps no draft of it: it is created when its form is sent. Absent: they do. */
  readonly isSentAtOnce?: true;
  /** Filing one creates an account. */
  readonly opensAccount: boolean;
  readonly first: FirstSteps;
}

/** A column with the type of its values. Titles that are missing here come with the records (`labels`). */
export interface WireColumn extends ListColumn, ValueType {}

/** What follows after a record is created. */
export interface FirstSteps {
  /** Steps that its creator may take while it is a draft. */
  readonly actions: readonly {
    readonly name: string;
    readonly title: string;
    /** Hash of the form that the transition asks, or null. */
    readonly input: string | null;
    readonly to?: string;
  }[];
  /** Papers are always required before a draft can be sent. */
  readonly asksPapers: boolean;
  /** Title of the step for which its owner receives a link at once; null: no link. */
  readonly link: string | null;
}

/** `GET forms/{hash}`: the data of the form screen. The validator module is `forms/{hash}/validator.js`. */
export type WireForm = Pick<
  Form,
  'hash' | 'title' | 'schema' | 'uiSchema' | 'steps' | 'conditions' | 'from' | 'verify' | 'filledBy'
>;
