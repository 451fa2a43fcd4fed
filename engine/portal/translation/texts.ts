/**
 * Lists which parts of a portal are texts for people. Translation and the report of missing translations both use
 * this list.
 */
/* oxlint-disable unicorn/no-thenable -- the grammar's word for what follows a transition, and a list is no promise */
import type { Condition, Duration, FieldPath, Validity } from '../model/condition.ts';
import type { DerivedValue } from '../model/record-type.ts';
import type { DocumentBlock } from '../model/document.ts';
import type { EffectDefinition } from '../model/workflow.ts';
import type { MigrationStep, Place } from '../model/place.ts';
import type { Form } from '../model/form.ts';
import type { LookupRow, Portal } from '../model/portal.ts';
import type { TextKind } from '../language/translation.ts';

/** Where a value has texts: here, in each of its parts, or in some of its parts; null: here, but not translated. */
export type TextsShape =
  | TextKind
  | 'schema'
  | 'uiSchema'
  | null
  | { readonly each: TextsShape }
  | { readonly [key: string]: TextsShape };

// The title of each of several is the name of an answer.
const item = { title: 'item', help: 'item', source: 'source', each: null } as const;

const effects = { each: { message: 'message' } } as const;

const form: TextsOf<Form> = {
  title: 'name',
  schema: 'schema',
  uiSchema: 'uiSchema',
  steps: { each: { title: 'question', description: 'question' } },
  verify: { each: { message: 'message' } },
};

export const formTexts: TextsShape = form;

const headings = { each: { title: 'list' } } as const;

const portal: TextsOf<Portal> = {
  title: 'name',
  reporting: 'page',
  charter: { title: 'name', introduction: 'page', complaints: 'page' },
  welcome: {
    heading: 'page',
    points: 'page',
    entries: { each: { title: 'page', help: 'page' } },
    before: { title: 'page', help: 'page' },
    hours: 'page',
    contacts: { each: { title: 'page', description: 'page' } },
  },
  messages: { each: 'message' },
  signIn: { providers: { each: { title: 'name', withoutAccount: { message: 'message' } } } },
  navigation: { each: { title: 'page' } },
  // A guard's message is a key.
  guards: null,
  departments: {
    each: {
      title: 'name',
      flags: { each: { title: 'name' } },
      contacts: { each: { title: 'page', description: 'page' } },
    },
  },
  routes: {
    each: {
      title: 'page',
      nav: { label: 'page' },
      sections: { each: { title: 'page', body: 'page', points: 'page' } },
    },
  },
  recordTypes: {
    each: {
      title: 'name',
      plural: 'name',
      access: { cannotCreate: 'message' },
      lists: { each: { title: 'list', columns: headings, filters: headings, empty: 'list' } },
      items: { each: item },
    },
  },
  workflows: {
    each: {
      states: { each: { title: 'state', titleForRequesters: 'state', helpForRequesters: 'state' } },
      transitions: { each: { title: 'step', needs: { each: { message: 'message' } }, then: effects } },
      clocks: { each: { title: 'name', source: 'source', warn: { then: effects } } },
      reminders: { each: { title: 'name' } },
    },
  },
  sets: { each: { title: 'name', plural: 'name' } },
  kinds: { each: { title: 'name', source: 'source', items: { each: item } } },
  papers: { each: { title: 'item', issuerName: 'item', source: 'source' } },
  forms: { each: form },
  migrations: { each: { title: 'message' } },
  lookups: { each: { title: 'name', rows: { each: { label: 'choice' } } } },
  days: { holidays: { each: { title: 'name' } }, named: { each: { title: 'name' } } },
  calendars: { each: { title: 'name' } },
  // Read by operators only, like the diagnostics.
  arrivals: null,
  fees: {
    each: {
      title: 'name',
      version: 'source',
      source: 'source',
      late: { source: 'source' },
      tags: { each: 'name' },
      tables: { each: { title: 'name', source: 'source' } },
      lines: {
        each: { title: 'name', help: 'name', source: 'source', forEach: { labels: { each: 'choice' } } },
      },
      instalments: { plans: { each: { each: { title: 'name' } } } },
    },
  },
  // The texts of an official paper stay in the language of issue. What the page of a check says beside them does not.
  documents: { each: { title: 'name', compare: { rows: { each: { label: 'question' } } } } },
  notices: {
    each: { subject: 'notice', body: 'notice', event: { title: 'notice', location: 'notice' } },
  },
  reports: {
    each: {
      title: 'page',
      help: 'page',
      groupBy: { each: { title: 'page' } },
      measures: { each: { title: 'page' } },
    },
  },
};

export const portalTexts: TextsShape = portal;

/**
 * The shape of such a list. If somebody adds a title or help text anywhere in the portal, this type fails to compile
 * until the list says whether it is translated.
 */
type TextsOf<T> = T extends readonly (infer Part)[]
  ? { readonly each: PartTexts<Part> }
  : string extends keyof T
    ? { readonly each: PartTexts<T[keyof T]> }
    : { readonly [Key in KeysWithTexts<T>]: KeyTexts<Key, NonNullable<T[Key & keyof T]>> };

type PartTexts<T> = T extends string ? TextKind | null : TextsOf<WithoutColumns<T>> | null;

type KeyTexts<Key, Value> = Key extends 'schema' | 'uiSchema'
  ? Key
  : Value extends string | readonly string[]
    ? TextKind | null
    : TextsOf<WithoutColumns<Value>> | null;

type KeysWithTexts<T> = {
  [Key in keyof T]: KeyHasTexts<Key, NonNullable<T[Key]>> extends true ? Key : never;
}[keyof T];

type KeyHasTexts<Key, Value> = Key extends 'schema' | 'uiSchema'
  ? true
  : IsText<Key, Value> extends true
    ? true
    : HasTexts<Value>;

/** Keys with texts for people, here and in the configuration files. */
type IsText<Key, Value> = Key extends
  | 'title'
  | 'titleForRequesters'
  | 'helpForRequesters'
  | 'cannotCreate'
  | 'plural'
  | 'label'
  | 'help'
  | 'issuerName'
  | 'description'
  | 'message'
  | 'subject'
  | 'body'
  | 'location'
  | 'heading'
  | 'hours'
  | 'reporting'
  | 'introduction'
  | 'complaints'
  | 'empty'
  | 'source'
  | 'version'
  ? Value extends string
    ? true
    : false
  : Key extends 'points'
    ? Value extends readonly string[]
      ? true
      : false
    : Key extends 'messages' | 'tags' | 'labels'
      ? Value extends Readonly<Record<string, string>>
        ? true
        : false
      : false;

type HasTexts<T> = T extends Wordless
  ? false
  : T extends readonly (infer Part)[]
    ? // One member of a union with texts is enough.
      true extends HasTexts<WithoutColumns<NonNullable<Part>>>
      ? true
      : false
    : true extends { [Key in keyof T]: KeyHasTexts<Key, WithoutColumns<NonNullable<T[Key]>>> }[keyof T]
      ? true
      : false;

/** A value without texts, or with texts that are never translated. */
type Wordless =
  | string
  | number
  | boolean
  | Condition
  | FieldPath
  | DerivedValue
  | DocumentBlock
  | Duration
  | Exclude<EffectDefinition, { effect: 'askAgain' }>
  | Place
  | Validity
  | MigrationStep;

/** A row of a lookup has columns of any name; its label is the text for people. */
type WithoutColumns<T> = T extends LookupRow ? { readonly label: string } : T;
