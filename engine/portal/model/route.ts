/** Routes and guards: a path with its screen, and the named rules that decide who may open it. */
import type { Condition } from './condition.ts';
import type { Place } from './place.ts';

/** The closed list of screen kinds. The browser has one component for each. */
export const screenKinds = [
  'sign-in',
  'sign-out',
  'menu',
  'form',
  'transition',
  'dashboard',
  'list',
  'record',
  'checklist',
  'to-do',
  'messages',
  'calendar',
  'report',
  'tariff',
  'workbench',
  'start',
  'document',
  'account',
  'link',
  'follow',
  'text',
  'not-found',
] as const;
export type ScreenKind = (typeof screenKinds)[number];

/** What an account page changes. The last two are for people who have forgotten their password. */
export const accountPages = [
  'password',
  'credentials',
  'second-step',
  'sessions',
  'profile',
  'deputies',
  'forgotten',
  'new-password',
] as const;

export interface Route {
  /** Dotted name, unique: `member.loans`. */
  readonly name: string;
  /** `/{office}/report`; braces are parameters. */
  readonly path: string;
  /** Other paths of the same page: correct spellings, department aliases. */
  readonly aliases: readonly string[];
  /** The department that the routes file names, for `department: { is: area }`. */
  readonly area: string | null;
  /** Names of the guards in order, with chains expanded. Never empty: a public route has the guard `public`. */
  readonly guards: readonly string[];
  /** Name of the chain as written, or null. */
  readonly chain: string | null;
  readonly title: string;
  readonly screen: ScreenKind;
  readonly params: Readonly<Record<string, ParameterDomain>>;
  /** Parameters with a fixed value on this path, such as `office` on an office's own preview. */
  readonly with: Readonly<Record<string, string>>;
  /** Path of a redirect after the guards pass, or null. */
  readonly redirect: string | null;
  /** The subject of the screen: a record type and, for lists and dashboards, one of its lists. */
  readonly of: readonly RouteSubject[];
  /** The lookup whose rows a list shows or a form edits, or null. */
  readonly lookup: string | null;
  /** Lists of which a dashboard counts what is due today, overdue, due this week, and with others. */
  readonly summary: readonly RouteSubject[];
  /** Names of the reports that a report page or a dashboard shows. */
  readonly reports: readonly string[];
  /** Names of the fee schedules that a tariff shows. */
  readonly fees: readonly string[];
  /** The questions of a start page; null: another kind of page. */
  readonly start: StartRoute | null;
  /** `set/kind` of the requirement kind of this page, or null. */
  readonly kind: string | null;
  /** The content of a text page, such as a privacy notice. */
  readonly sections: readonly TextSection[];
  /** Name of the parameter with the parent record of the list, or null. */
  readonly below: string | null;
  /** The one transition that a `transition` page performs, or what an account page changes. */
  readonly does: string | null;
  readonly nav: RouteNavigation | null;
  readonly place: Place;
}

/** The entry of a page in the navigation. */
interface RouteNavigation {
  readonly group: string;
  readonly label: string;
  /** The entry shows how much is on the page. */
  readonly counts: boolean;
  /** Its place in the group, from 1; null: after those that have one, in the order of the routes. */
  readonly position: number | null;
}

/** Questions are named by their path in the form of the page's record type: `lines.line`. */
export interface StartRoute {
  /** The few that decide most, in their order. */
  readonly asks: readonly string[];
  /** The answers with which the page begins. */
  readonly answers: Readonly<Record<string, string>>;
  /** Those whose answers people should have at hand when they begin. */
  readonly atHand: readonly string[];
}

export interface TextSection {
  readonly title: string;
  readonly body: string | null;
  /** A list below it. */
  readonly points: readonly string[];
}

export interface RouteSubject {
  readonly type: string;
  readonly list: string | null;
}

export type ParameterDomain =
  /** A key of a group, or any word: the guard decides. */
  | { readonly group: string }
  | { readonly word: true }
  /** The code of an issued document. */
  | { readonly document: true }
  /** The slug of a record of this type, which must be below the record of another parameter. */
  | { readonly record: string; readonly within: string | null };

export interface Guard {
  readonly name: string;
  /** True for `public: open`. */
  readonly isOpen: boolean;
  readonly rules: readonly Rule[];
}

export interface Rule {
  readonly require: Condition;
  readonly otherwise: Otherwise;
  readonly place: Place;
}

export interface Otherwise {
  readonly notFound: boolean;
  readonly signOut: boolean;
  /**
   * A landing of the visitor's department (`home`, `credentials`, `secondStep`), `login`, `back`, or a route's name; null for
   * not-found.
   */
  readonly go: string | null;
  /** Key of a message in portal.yaml, or null. */
  readonly message: string | null;
}
