/** The Portal: the whole compiled configuration, immutable. All other code is a function of it. */
import type { Arrivals, Calendar, Days } from './calendar.ts';
import type { DocumentTemplate } from './document.ts';
import type { Condition, Duration, Value } from './condition.ts';
import type { FeeSchedule } from './fee.ts';
import type { Notice } from './notice.ts';
import type { Picture } from './document.ts';
import type { Report } from './report.ts';
import type { Contact, Department, SeeAsRule, SignInRules, ThreadRules } from './department.ts';
import type { Form } from './form.ts';
import type { FormerName, DataMigration } from './place.ts';
import type { Guard, Route } from './route.ts';
import type { Paper, RequirementKind, RequirementSet } from './requirement.ts';
import type { RecordType } from './record-type.ts';
import type { Words } from '../language/say.ts';
import type { ComposedText, Translation } from '../language/translation.ts';
import type { Tone, Workflow } from './workflow.ts';

/** Why a link for a new password is sent: the owner asked for it, or an office opened the account. */
export type PasswordLinkPurpose = 'reset' | 'invitation';

/** The parts that `decide` needs. The browser's slice has them too. */
export interface Decidable {
  readonly departments: Readonly<
    Record<
      string,
      Pick<Department, 'key' | 'title' | 'kind' | 'aliases' | 'landings' | 'flags'> &
        Partial<Pick<Department, 'demonstrationUnit' | 'contacts'>>
    >
  >;
  /** Alias → department key. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Group → department keys. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly guards: Readonly<Record<string, Guard>>;
  readonly routes: readonly Route[];
  /** Name of the route with the sign-in page. */
  readonly login: string;
  readonly messages: Readonly<Record<string, string>>;
}

/** What people read before they sign in: what they can do here, where to begin, and whom to ask. */
export interface Welcome {
  readonly heading: string;
  readonly points: readonly string[];
  readonly entries: readonly WelcomeEntry[];
  /** A question of a start page, asked before people sign in; null: none. */
  readonly before: WelcomeQuestion | null;
  /** When the offices are open; null: not said. */
  readonly hours: string | null;
  readonly contacts: readonly Contact[];
}

interface WelcomeQuestion {
  readonly title: string;
  readonly help: string | null;
  /** Name of the start page. */
  readonly page: string;
  /** One of its questions with choices. */
  readonly asks: string;
}

interface WelcomeEntry {
  readonly title: string;
  readonly help: string | null;
  /** Name of the route. */
  readonly page: string;
}

/** Where browsers load the pictures of maps from. */
export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly tiles: string;
  readonly attribution: string;
  /** The greatest zoom. */
  readonly deepest: number;
}

export interface Portal extends Decidable {
  /** base64url SHA-256 of the configuration's files. */
  readonly hash: string;
  readonly title: string;
  /** IANA name. */
  readonly timeZone: string;
  /** The first is the language of the configuration files. */
  readonly locales: readonly string[];
  /** The language of its texts. `inLanguage` returns a portal in another language. */
  readonly language: string;
  /** The engine's messages in that language; empty for English, as in a newly compiled portal. */
  readonly words: Words;
  /** By language, for all but the first; also for the first if the engine's messages are in another language. */
  readonly translations: Readonly<Record<string, Translation>>;
  /** Text → how it was composed. */
  readonly composed: Readonly<Record<string, ComposedText>>;
  readonly theme: Theme;
  /** The pictures of the configuration by name. */
  readonly pictures: Readonly<Record<string, Picture>>;
  /** The pictures behind maps; null: none. */
  readonly map: MapTiles | null;
  /** Its pages open without a connection, with what was loaded before. */
  readonly offline: boolean;
  /** Name of the picture of its seal; null: the initial of its title. */
  readonly seal: string | null;
  /** What somebody does who was shown a faulty document; null: not said. */
  readonly reporting: string | null;
  /** Beside the sign-in form. */
  readonly welcome: Welcome;
  readonly constants: Readonly<Record<string, Value>>;
  /** The flag that becomes true when people choose their own sign-in details, or null. */
  readonly credentialsFlag: string | null;
  readonly demonstration: {
    /** Of the e-mail addresses of its accounts. */
    readonly domain: string;
    /** Names of its people. */
    readonly people: readonly string[];
    /** By question: answers that occur in its records. */
    readonly answers: Readonly<Record<string, readonly string[]>>;
    /** Answers that belong together, by path: the first one decides, and a list of rows gets a row for each. */
    readonly together: readonly Readonly<Record<string, readonly DemonstrationAnswer[]>>[];
  };
  /** Sender address of mails; null: derived from the portal's address. */
  readonly mail: { readonly from: string | null };
  /** Maximum number of accounts opened within an hour from one network. */
  readonly registrationsPerHour: number;
  /** Maximum number of forms sent without an account within an hour from one network. */
  readonly formsPerHour: number;
  /** How long a link with which people choose a password works. */
  readonly passwordLinks: Readonly<Record<PasswordLinkPurpose, Duration>>;
  /** Sign-in with providers, and departments without passwords. */
  readonly signIn: SignInRules;
  /** Two people decide what comes into force: one who wants it, and one who approves it. */
  readonly needsApproval: boolean;
  /** How long a version keeps its files once another has taken its place; null: for ever. */
  readonly keepFiles: Duration | null;
  /** Messages between people and offices. */
  readonly threads: ThreadRules;
  /** Who may read the configuration in force, who of them may change it, and who of them sees the portal as which others. */
  readonly workbench: {
    readonly access: Condition;
    readonly edit: Condition;
    readonly seeAs: readonly SeeAsRule[];
  };
  /** The name of the service charter, null: the engine's own. What it says beside its services; null: nothing. */
  readonly charter: {
    readonly title: string | null;
    readonly introduction: string | null;
    readonly complaints: string | null;
  };
  /** Who saves views of lists for everybody in their office. */
  readonly officeViews: Condition;
  readonly uploads: {
    readonly maxBytes: number;
    /** Maximum number of pixels of a picture. */
    readonly maxPixels: number;
    readonly accepts: readonly string[];
    /** Maximum number of unfinished uploads of one account. */
    readonly open: number;
    /** Number of child processes that decode pictures. */
    readonly processes: number;
    /**
     * Maximum number of pictures, and separately of documents, that wait for a process: for one caller, and in total.
     */
    readonly waiting: { readonly each: number; readonly all: number };
    /** What the browser makes of a photographed page: its longest side in pixels, and the quality of the JPEG. */
    readonly photos: { readonly side: number; readonly quality: number };
  };
  /** Limits on connections to the server. */
  readonly connections: {
    readonly most: number;
    /** Maximum number from one network. */
    readonly perNetwork: number;
    /** Time limit for receiving a request. */
    readonly requestSeconds: number;
    /** Idle time after which a connection is closed. */
    readonly idleSeconds: number;
  };
  readonly departments: Readonly<Record<string, Department>>;
  /** Guard names of each chain. */
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
  /** Name of a file in `forms/` → hash of its form. */
  readonly namedForms: Readonly<Record<string, string>>;
  readonly lookups: Readonly<Record<string, Lookup>>;
  readonly days: Days;
  readonly calendars: Readonly<Record<string, Calendar>>;
  readonly arrivals: Readonly<Record<string, Arrivals>>;
  readonly fees: Readonly<Record<string, FeeSchedule>>;
  readonly documents: Readonly<Record<string, DocumentTemplate>>;
  readonly notices: Readonly<Record<string, Notice>>;
  readonly reports: Readonly<Record<string, Report>>;
  /** Names of earlier configurations, except those of states, which the states have. */
  readonly formerNames: readonly FormerName[];
  /** In the order in which they run. */
  readonly migrations: readonly DataMigration[];
}

/** How the portal looks. Colours are `#rrggbb`. */
export interface Theme {
  readonly primary: string;
  readonly accent: string;
  /** The colours of words in the light scheme; a tone that is missing keeps its usual colours. */
  readonly tones: Readonly<Partial<Record<Tone, string>>>;
  /** Pixels of normal text, in a browser whose text size nobody has changed. */
  readonly textSize: number;
  /** Pixels. */
  readonly radius: number;
  readonly shadow: 'none' | 'soft' | 'deep';
  /** Of the rows in the lists of offices. */
  readonly density: 'compact' | 'comfortable';
  /** Milliseconds of a transition; 0: nothing moves. */
  readonly motion: number;
}

export interface Lookup {
  readonly name: string;
  readonly title: string;
  /** True: `GET /api/v1/{name}` returns it to everyone. */
  readonly isPublic: boolean;
  /** Rows with `retired: true` are no longer offered. */
  readonly rows: readonly LookupRow[];
  /** Who maintains its rows while the portal runs, and the form with its columns; null: nobody. */
  readonly edit: {
    readonly by: Condition;
    readonly form: string;
    /** Column with a unit: members of a unit maintain only its rows. Null: everybody maintains all rows. */
    readonly unit: string | null;
  } | null;
}

export interface LookupRow {
  readonly value: string;
  readonly label: string;
  readonly [column: string]: Value;
}

/** An answer that an author gives to people of a demonstration. */
export type DemonstrationAnswer = string | number | boolean;
