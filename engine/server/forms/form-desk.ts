/**
 * The forms of records: validates answers, specialises a form for one record, and stores forms that records refer to.
 */
import { createHash } from 'node:crypto';
import type { Condition } from '../../portal/model/condition.ts';
import type { Form } from '../../portal/model/form.ts';
import type { Scope } from '../../portal/conditions/scope.ts';
import { validateAnswers } from '../../portal/forms/form-verdict.ts';
import type { AnswerValidator } from '../../portal/changes/record-answers.ts';
import { onceForEach } from '../../portal/values/once-for-each.ts';
import type { Portal } from '../../portal/model/portal.ts';
import type { PortalRecord, RecordContext } from '../../portal/model/record.ts';
import {
  factsOfForm,
  type FormBody,
  specialiseForm,
  withoutQuestions,
  writeForm,
} from '../../portal/forms/specialise-form.ts';
import type { Application } from '../kernel/application.ts';
import type { Queryable } from '../database/database.ts';
import { createChecks } from './validators.ts';

/** Knows the forms of the current portal and the older forms that records were filled in with. */
export interface FormDesk {
  /** Faults by field, with dotted paths. */
  readonly validate: AnswerValidator;
  /** The form specialised for this record: properties that depend on facts are decided. */
  specialise(form: Form, scope: Scope, context: RecordContext): Form;
  /** The form of a step, specialised for this record. A page requests it later by its hash. */
  ofStep(form: Form, scope: Scope, context: RecordContext): Form;
  /** Stores a form for as long as records refer to it. */
  keep(client: Queryable, form: Form): Promise<void>;
  find(client: Queryable, hash: string): Promise<Form | null>;
}

/** Validates the answers of forms as the server does. Each form is compiled at its first use. */
export function createAnswerValidator(): AnswerValidator {
  const checkOf = createChecks();
  return (form, data, { draft, days }) =>
    validateAnswers(form, data, { check: checkOf(form), draft, ...(days && { days }) });
}

/** The form for this record, in which what depends on facts is decided; the same form if nothing of it does. */
export function specialFormOf(form: Form, { portal, visitor }: Scope, context: RecordContext): Form {
  const settled = signInQuestions(portal, context.record);
  if (form.factual.length === 0 && settled.length === 0) return form;
  return specialOf(form, factsOfForm(form, { portal, visitor, context }), settled);
}

export function createFormDesk(application: Pick<Application, 'database' | 'portal'>): FormDesk {
  const known = createShelf();
  const kept = new Set<string>();
  const desk: FormDesk = {
    validate: createAnswerValidator(),
    specialise(form, scope, context) {
      const special = specialFormOf(form, scope, context);
      return special === form ? form : known.put(special);
    },
    ofStep(form, scope, context) {
      if (form.factual.length === 0) return form;
      const special = desk.specialise(form, scope, context);
      if (kept.has(special.hash)) return special;
      // Another process may get the request for it. If storing fails, the next page tries again.
      kept.add(special.hash);
      desk.keep(application.database, special).catch(() => kept.delete(special.hash));
      return special;
    },
    async keep(client, form) {
      known.put(form);
      await client.query({
        name: 'keep-form',
        text: 'INSERT INTO forms (hash, body) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        values: [form.hash, JSON.stringify(form)],
      });
    },
    async find(client, hash) {
      if (!isHash(hash)) return null;
      const { forms } = application.portal();
      const near = (Object.hasOwn(forms, hash) ? forms[hash] : undefined) ?? known.get(hash);
      return near ?? readForm(client, hash);
    },
  };
  return desk;

  async function readForm(client: Queryable, hash: string): Promise<Form | null> {
    const rows = await client.query<{ body: string }>({
      name: 'read-form',
      text: 'SELECT body FROM forms WHERE hash = $1',
      values: [hash],
    });
    const body = rows[0]?.body;
    return body === undefined ? null : known.put(JSON.parse(body) as Form);
  }
}

const mostSpecial = 200;
const specialsOf = onceForEach<Form, Map<string, Form>>(() => new Map());

/** Many records have the same facts and share one specialised form. */
function specialOf(form: Form, facts: readonly Condition[], settled: readonly string[]): Form {
  const known = specialsOf(form);
  const key = JSON.stringify([facts, settled]);
  const found = known.get(key);
  if (found !== undefined) return found;
  const body = withoutQuestions(specialiseForm(form, facts), settled);
  const special = withHash(body);
  if (known.size >= mostSpecial) known.clear();
  known.set(key, special);
  return special;
}

/** The form with the hash of its content. */
export function withHash(body: FormBody): Form {
  return { ...body, hash: createHash('sha256').update(writeForm(body)).digest('base64url') };
}

/** Credentials are changed on separate pages, not in the account's profile. */
function signInQuestions({ recordTypes }: Portal, { type, owner }: PortalRecord): string[] {
  const account = recordTypes[type]?.account ?? null;
  if (owner === null || account === null) return [];
  return [account.username, account.password];
}

function isHash(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

interface Shelf {
  get(hash: string): Form | undefined;
  put(form: Form): Form;
}

const room = 2000;

/** The newest forms that are in no portal. */
function createShelf(): Shelf {
  const forms = new Map<string, Form>();
  return {
    get: (hash) => forms.get(hash),
    put(form) {
      forms.set(form.hash, form);
      const [oldest] = forms.keys();
      if (forms.size > room && oldest !== undefined) forms.delete(oldest);
      return form;
    },
  };
}
