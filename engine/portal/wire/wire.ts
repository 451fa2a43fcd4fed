/** Records as the API speaks of them: the shapes that server, browser and stories share. */
import type { Basis, Certainty } from '../model/basis.ts';
import type { Booking } from '../model/calendar.ts';
import type { FileReference, ItemState } from '../model/record.ts';

export interface WireRecord {
  /** How much of it this caller sees: all, what its summary or its public view shows. */
  readonly view: 'read' | 'summary' | 'public';
  readonly type: string;
  readonly slug: string;
  readonly number: string | null;
  readonly state: string;
  readonly kind: string | null;
  /** Slug of the owner's account. */
  readonly owner: string | null;
  readonly owner_name: string | null;
  readonly office: string | null;
  readonly unit: string | null;
  /** Slug of the parent. */
  readonly parent: string | null;
  /** Nearest first. */
  readonly ancestors: readonly WireAncestor[];
  readonly version: number;
  readonly due: string | null;
  /** When it entered its state. */
  readonly since: string;
  readonly clocks: readonly WireClock[];
  readonly booking: Booking | null;
  /** Issued to this record, the newest first. */
  readonly documents: readonly WireDocument[];
  readonly data: Readonly<Record<string, unknown>>;
  /** Values shown from other records (`from` of the form), by property. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** Titles of keys in the columns of its lists that the slice does not name: column → key → title. */
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly form: string | null;
  readonly created_at: string;
  /** When it was sent for the first time, or null. */
  readonly filed_at: string | null;
  readonly updated_at: string;
  /** What this caller may do now. `input` is the hash of the form that the transition asks, or null. */
  readonly actions: readonly WireAction[];
  /** Why nobody may change it, in a sentence: the configuration no longer has its rules. Null: it has them. */
  readonly blocked: string | null;
  /** May this caller change `data` now? */
  readonly editable: boolean;
  /** Fields that stay as they were verified, though the record may be changed. */
  readonly verified: readonly string[];
  /** Empty where the record has no checklist. */
  readonly items: readonly WireItem[];
  /** May this caller accept, return or waive items now? */
  readonly review: { readonly accept: boolean; readonly waive: boolean };
  /** On what its kind stands; null where it has none, or that is not said. */
  readonly basis: Basis | null;
  /** Who has it now; null: nobody, or that is not for this caller to know. */
  readonly waits_for: WireNextActor | null;
  /** The states that lead on to a good end, nearest first; [] where it has ended, or nothing leads there. */
  readonly next: readonly WireStep[];
  /** How far the records below it are, by type. */
  readonly parts: readonly WireParts[];
  /** Record types that this caller may begin below it now. */
  readonly begins: readonly string[];
  /** Steps whose answers the record keeps: each stands in `data` under its name. */
  readonly answered: readonly WireAnsweredForm[];
}

interface WireAncestor {
  readonly type: string;
  readonly slug: string;
  /** This caller may read it, too. A list knows that only of records of which it shows something. */
  readonly visible: boolean;
}

export interface WireAnsweredForm {
  /** Of the transition. */
  readonly name: string;
  /** Hash of the form that it asked. */
  readonly form: string;
}

export interface WireNextActor {
  /** `you`: this caller; `parts`: the records below it. */
  readonly who: 'you' | 'party' | 'office' | 'parts';
  /** Key of the department, `owner`, or the role of the party; null for parts. */
  readonly key: string | null;
  /** Name of the office or the person; null for parts. */
  readonly title: string | null;
}

/** A state that is still to come. */
export interface WireStep {
  readonly state: string;
  readonly title: string;
  /** Key of the department, `owner`, or the role of the party that it will wait for, or null. */
  readonly key: string | null;
  /** The same by name. */
  readonly who: string | null;
}

export interface WireParts {
  readonly type: string;
  /** Settled, one way or the other. */
  readonly done: number;
  readonly total: number;
  /** Offices whose records of this type wait for this caller. */
  readonly offices: number;
}

export interface WireAction {
  readonly name: string;
  readonly title: string;
  readonly input: string | null;
  /** The calendar that a slot is chosen from, or null. */
  readonly books: string | null;
  /** May be taken for several records at once. */
  readonly bulk: boolean;
  /** Accounts are chosen (`GET records/{type}/{slug}/{transition}/choices`), one or several; null: none. */
  readonly pick: { readonly many: boolean } | null;
  /** State that it leads to: its tone says how the button looks, and a final one is asked again. */
  readonly to?: string;
}

export interface WireClock {
  readonly name: string;
  readonly title: string;
  readonly state: 'running' | 'paused' | 'stopped';
  readonly due: string;
  /** Its time has run out. */
  readonly lapsed: boolean;
}

export interface WireDocument {
  /** Of the public page that verifies it. */
  readonly code: string;
  readonly document: string;
  readonly title: string;
  readonly number: string | null;
  readonly variant: string | null;
  readonly state: 'valid' | 'expired' | 'suspended' | 'revoked';
  readonly issued_at: string;
  readonly valid_until: string | null;
}

export interface WireItem {
  readonly id: string;
  readonly title: string;
  readonly evidence: 'file' | 'inspection';
  readonly state: ItemState;
  readonly optional: boolean;
  readonly help: string | null;
  readonly source: string | null;
  readonly certainty: Certainty | null;
  readonly accepts: readonly string[];
  readonly remark: string | null;
  readonly files: readonly FileReference[];
  /** It is good for some time only: the day that stands on it is said with it. */
  readonly dated: boolean;
  /** That day (ISO date), or null: not said. */
  readonly issued_on: string | null;
  /** The last day on which it is good, as far as that is known. */
  readonly valid_until: string | null;
  /** A document that the portal itself has issued to the owner: nothing needs to be added. */
  readonly held: {
    readonly document: string;
    readonly title: string;
    readonly number: string | null;
    readonly valid_until: string | null;
  } | null;
  /** May this caller add or remove files of this item now? */
  readonly editable: boolean;
}

/** What its owner has sent for the same paper elsewhere, and may use for an item without sending it again. */
export interface OfferedPaper {
  /** Id of the file, or of the first of several that were sent together. */
  readonly file: string;
  readonly names: readonly string[];
  /** What it was sent for: title of the checklist. */
  readonly title: string;
  readonly sent_at: string;
  /** The day that stands on it (ISO date), and the last one on which it is good; null: not said, or for good. */
  readonly issued_on: string | null;
  readonly valid_until: string | null;
}

/** `GET files/offered?record=type/slug`: at most three for an item, the newest first. */
export interface OfferedPapers {
  /** By the item's id. */
  readonly items: Readonly<Record<string, readonly OfferedPaper[]>>;
}

/** One row of the history, said in words. */
export interface WireEvent {
  readonly at: string;
  /** Name of who did it; the portal's title for what the engine did. */
  readonly who: string;
  readonly department: string | null;
  /** `created`, `saved`, a transition's name, `item`. */
  readonly what: string;
  /** "Returned with a remark" — a sentence for people. */
  readonly text: string;
  readonly remark: string | null;
  readonly state: string;
}

/** `GET records/{type}/prefill`: what a new record begins with. */
export interface PrefilledAnswers {
  readonly data: Readonly<Record<string, unknown>>;
  /** The records that they were taken over from. */
  readonly from: readonly { readonly type: string; readonly number: string | null }[];
}
