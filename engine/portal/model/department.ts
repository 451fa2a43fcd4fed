/** Departments, their flags, how their people sign in, and the visitors who belong to them. */
import type { Condition, Duration, Value } from './condition.ts';
import type { Place } from './place.ts';
import type { DerivedValue } from './record-type.ts';

/** Whom to ask: a title, and a telephone number, an e-mail address or a place. */
export interface Contact {
  readonly title: string;
  readonly description: string;
}

export interface Department {
  readonly key: string;
  readonly title: string;
  readonly kind: 'requester' | 'handler' | 'supervisor';
  readonly aliases: readonly string[];
  /** First path segment of its own pages, such as `/engineering`. */
  readonly area: string;
  readonly landings: Landings;
  /** Its accounts must set up the second step of signing in before they open a page of theirs. */
  readonly requiresSecondStep: boolean;
  /** Its people may change their own name. */
  readonly ownNames: boolean;
  /** Its officers may name deputies; null: nobody does. */
  readonly deputies: DeputyRules | null;
  /** Name of the lookup with its units, or null. */
  readonly units: string | null;
  /** The unit of its demonstration account; null if it has no units. */
  readonly demonstrationUnit: string | null;
  /** The number of officers who work at the same time, of each unit; for the simulation of queues. */
  readonly staff: number;
  /** Whom people ask while it has a record of theirs; empty: the contacts of the portal. */
  readonly contacts: readonly Contact[];
  readonly constants: Readonly<Record<string, Value>>;
  readonly flags: Readonly<Record<string, Flag>>;
  readonly derived: Readonly<Record<string, DerivedValue>>;
}

/** Decides whether the people of a department hand in requests of their own. @param key of the department, or null */
export function isRequester(
  departments: Readonly<Record<string, Pick<Department, 'kind'>>>,
  key: string | null,
): boolean {
  return departments[key ?? '']?.kind === 'requester';
}

export interface DeputyRules {
  /** The most days of one delegation, with the first and the last. */
  readonly longest: number;
}

/** Names of the routes to which guards send its accounts; null: none. */
export interface Landings {
  readonly home: string;
  readonly credentials: string | null;
  readonly secondStep: string | null;
}

/** The flag of a department that requires a second step: true while the account has not set it up. */
export const SECOND_STEP_DUE = 'second_step_due';

export interface Flag {
  /** What the flag means, as people read it: May approve. Null: its name. */
  readonly title: string | null;
  /** The value of a demonstration account, and the default. */
  readonly default: Value;
  /** The value of a new account created by others. */
  readonly initial: Value;
  /** Who may change it. Absent: nobody. */
  readonly grantedBy: Condition;
  /** Whoever has it may pass it to a deputy for the days of a delegation. */
  readonly isDelegable: boolean;
  /** Its path in the wire record, such as `can.can_feedback` or `unread_messages`. */
  readonly as: string;
}

/** Who may begin a thread of messages with whom, and about which records. */
export interface ThreadRule {
  /** Department keys. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Record types; empty: about no record. */
  readonly about: readonly string[];
  /** Null: its messages carry no files. */
  readonly attachments: AttachmentRules | null;
  readonly place: Place;
}

/** The files that a message may carry. */
export interface AttachmentRules {
  /** Extensions without the dot. */
  readonly accepts: readonly string[];
  readonly maxBytes: number;
  /** Maximum number of files of a message. */
  readonly most: number;
}

export interface ThreadRules {
  readonly rules: readonly ThreadRule[];
  /** A mail tells the other side of a message that nobody has read by then. */
  readonly noticeAfter: Duration;
  /** Maximum number of messages of one account within an hour. */
  readonly perHour: number;
}

/** An OpenID Connect provider whose accounts may sign in here. */
export interface IdentityProvider {
  readonly key: string;
  /** As people know it. */
  readonly title: string;
  /** Its address, from which its endpoints are read. */
  readonly issuer: string;
  /** The name under which it knows this portal. */
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Keys of the departments whose accounts may use it. */
  readonly departments: readonly string[];
  /** What happens to a person who has no account here. */
  readonly withoutAccount: {
    /** The refusal as they read it; null: the engine's own. */
    readonly message: string | null;
    /** The department in which an account is opened; null: the person is refused. */
    readonly open: string | null;
  };
}

export interface SignInRules {
  readonly providers: readonly IdentityProvider[];
  /** Keys of the departments whose accounts sign in with a provider only. */
  readonly withoutPassword: readonly string[];
}

export interface Visitor {
  readonly signedIn: boolean;
  /** Id of the account; null if signed out, or if no particular person is meant (explain, proofs). */
  readonly account: string | null;
  /** Department key, with aliases resolved. */
  readonly department: string | null;
  /** The unit (branch, ward, village …) of the account. */
  readonly unit: string | null;
  readonly flags: Readonly<Record<string, Value>>;
  readonly name: string;
  readonly username: string;
  /** Set only during the step for which a link was sent. */
  readonly link?: LinkVisit;
  /** Set only while the visitor acts in the place of another officer. Department, unit and flags are theirs then. */
  readonly actsFor?: Principal;
  /** Set only while somebody else sees the portal as this visitor. They change nothing. */
  readonly seenBy?: Onlooker;
}

/** Who may see the portal as accounts of which departments. */
export interface SeeAsRule {
  readonly by: Condition;
  /** Department keys. */
  readonly departments: readonly string[];
  /** The record types whose records they see, too; of all others they see pages only. */
  readonly records: readonly string[];
}

/** Somebody who sees the portal as another visitor. */
interface Onlooker {
  /** Id of their own account. */
  readonly account: string;
  readonly name: string;
  /** The record types whose records they see. */
  readonly types: readonly string[];
}

/** The officer in whose place a deputy acts. */
interface Principal extends Pick<Visitor, 'name' | 'username'> {
  /** Id of their account. */
  readonly account: string;
  /** The steps that the deputy may take, as `type.step`; null: every step that may be delegated. */
  readonly steps: readonly string[] | null;
}

/** A valid link that was opened in time, and was sent to the address in this field of the record. */
interface LinkVisit {
  /** Id. */
  readonly record: string;
  readonly field: string;
}

export const signedOut: Visitor = Object.freeze({
  signedIn: false,
  account: null,
  department: null,
  unit: null,
  flags: Object.freeze({}),
  name: '',
  username: '',
});
