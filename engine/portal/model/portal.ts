/** The Portal: the whole configuration, compiled once, immutable. Everything else is a function of it. */
import type { Calendar, Days } from './calendar.ts';
import type { DocumentTemplate } from './document.ts';
import type { FeeSchedule } from './fee.ts';
import type { Notice } from './notice.ts';
import type { Report } from './report.ts';
import type { Department } from './department.ts';
import type { Form } from './form.ts';
import type { Guard, Route } from './route.ts';
import type { Paper, RequirementKind, RequirementSet } from './requirement.ts';
import type { RecordType } from './record-type.ts';
import type { Words } from '../language/say.ts';
import type { ComposedText, Translation } from '../language/translation.ts';
import type { Condition, Value } from './condition.ts';
import type { Workflow } from './workflow.ts';

/** What `decide` needs; the browser's slice has it too. */
export interface Decidable {
  readonly departments: Readonly<
    Record<
      string,
      Pick<Department, 'key' | 'title' | 'kind' | 'aliases' | 'landings' | 'flags'> &
        Partial<Pick<Department, 'demonstrationUnit'>>
    >
  >;
  /** Alias → department key. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Group → department keys. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly guards: Readonly<Record<string, Guard>>;
  readonly routes: readonly Route[];
  /** Name of the route where people sign in. */
  readonly login: string;
  readonly messages: Readonly<Record<string, string>>;
}

export interface Portal extends Decidable {
  /** base64url SHA-256 of the configuration's files. */
  readonly hash: string;
  readonly title: string;
  /** IANA name. */
  readonly timeZone: string;
  /** The first is the one that the configuration is written in. */
  readonly locales: readonly string[];
  /** The one that its texts are in: `inLanguage` makes it another. */
  readonly language: string;
  /** The engine's own sentences in that language; empty where they are in English, as in the portal that is compiled. */
  readonly words: Words;
  /** By language, for each after the first; for the first too where the engine's own sentences are not written in it. */
  readonly translations: Readonly<Record<string, Translation>>;
  /** Text → how it was put together. */
  readonly composed: Readonly<Record<string, ComposedText>>;
  readonly theme: Theme;
  /** Left column of the sign-in screen: what one can do here. */
  readonly welcome: { readonly heading: string; readonly points: readonly string[] };
  readonly constants: Readonly<Record<string, Value>>;
  /** The flag that comes true when people choose sign-in details of their own, or null. */
  readonly credentialsFlag: string | null;
  readonly demonstration: { readonly domain: string };
  /** Address that mails come from; null: made from the portal's own. */
  readonly mail: { readonly from: string | null };
  /** How many accounts may be opened within an hour from one network. */
  readonly registrationsPerHour: number;
  readonly uploads: {
    readonly maxBytes: number;
    /** Most pixels of a picture. */
    readonly maxPixels: number;
    readonly accepts: readonly string[];
    /** Most uploads that one account has begun and not ended. */
    readonly open: number;
    /** Child processes that decode pictures. */
    readonly processes: number;
    /** Most pictures, and apart from them most documents, that wait for a process: of one caller, and of all. */
    readonly waiting: { readonly each: number; readonly all: number };
  };
  /** Limits on connections to the server. */
  readonly connections: {
    readonly most: number;
    /** Most of them from one network. */
    readonly perNetwork: number;
    /** Within which a request must have arrived. */
    readonly requestSeconds: number;
    /** After which a connection without requests ends. */
    readonly idleSeconds: number;
  };
  readonly departments: Readonly<Record<string, Department>>;
  /** Guard names of each chain, as declared. */
  readonly chains: Readonly<Record<string, readonly string[]>>;
  readonly navigation: readonly { readonly key: string; readonly title: string }[];
  readonly recordTypes: Readonly<Record<string, RecordType>>;
  /** By record type. */
  readonly workflows: Readonly<Record<string, Workflow>>;
  readonly sets: Readonly<Record<string, RequirementSet>>;
  /** By `set/kind`. */
  readonly kinds: Readonly<Record<string, RequirementKind>>;
  readonly papers: Readonly<Record<string, Paper>>;
  /** By hash. */
  readonly forms: Readonly<Record<string, Form>>;
  readonly lookups: Readonly<Record<string, Lookup>>;
  readonly days: Days;
  readonly calendars: Readonly<Record<string, Calendar>>;
  readonly fees: Readonly<Record<string, FeeSchedule>>;
  readonly documents: Readonly<Record<string, DocumentTemplate>>;
  readonly notices: Readonly<Record<string, Notice>>;
  readonly reports: Readonly<Record<string, Report>>;
}

export interface Theme {
  readonly primary: string;
  readonly accent: string;
}

export interface Lookup {
  readonly name: string;
  readonly title: string;
  /** True: `GET /api/v1/{name}` answers it to everyone. */
  readonly isPublic: boolean;
  /** Those with `retired: true` are offered no longer. */
  readonly rows: readonly LookupRow[];
  /** Who keeps its rows up to date while the portal runs, and the form that asks the columns of one; null: nobody. */
  readonly edit: {
    readonly by: Condition;
    readonly form: string;
    /** Column that names a unit: who belongs to one keeps the rows of that unit alone. Null: all keep all. */
    readonly unit: string | null;
  } | null;
}

export interface LookupRow {
  readonly value: string;
  readonly label: string;
  readonly [column: string]: Value;
}
