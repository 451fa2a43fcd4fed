/** Resolves recipients: parties of the record, its office, departments. */
import type { Recipients } from '../../../portal/model/workflow.ts';
import { child, entries, isMapping, isPresent, oneOrMore, text, type Cursor } from '../input/cursor.ts';
import { report, reportUnknown, type LinkContext, countUse } from '../input/link-context.ts';

/** The roles of a record type; every record has an owner. */
export function rolesOf(type: string, { names }: LinkContext): string[] {
  const record = names.records.get(type);
  const roles = record === undefined ? [] : entries(child(record, 'parties')).map(([role]) => role);
  return [...new Set(['owner', ...roles])];
}

/**
 * Links `notify`: names, or a mapping with their types.
 * @param of record type of the workflow
 */
export function linkRecipients(at: Cursor, of: string, context: LinkContext): Recipients {
  const words = isMapping(at.value) ? entries(at).flatMap(([, said]) => oneOrMore(said)) : oneOrMore(at);
  const told = words.map((one) => linkRecipient(one, of, context));
  const named = (kind: RecipientWord['kind']) =>
    told.filter((one) => one.kind === kind).map(({ name }) => name);
  return { parties: named('party'), isOffice: named('office').length > 0, departments: named('department') };
}

interface RecipientWord {
  readonly kind: 'party' | 'office' | 'department' | 'nobody';
  readonly name: string;
}

/** `{ office: own }` means `office`; a role takes precedence over a department of the same name. */
function linkRecipient(at: Cursor, of: string, context: LinkContext): RecipientWord {
  const name = text(at) ?? '';
  const { departments, aliases, records } = context.names;
  const record = records.get(of);
  const hasOffice = record === undefined || of === 'checklist' || isPresent(child(record, 'office'));
  const roles = rolesOf(of, context);
  const isOffice = name === 'office' || name === 'own' || at.value === true;
  if (isOffice && hasOffice) return { kind: 'office', name };
  if (roles.includes(name)) {
    countUse(context, 'role', at, { name, of });
    return { kind: 'party', name };
  }
  const key = aliases.get(name) ?? name;
  if (departments.has(key)) {
    countUse(context, 'department', at, { name });
    return { kind: 'department', name: key };
  }
  if (isOffice) {
    report(context, 'notice/no-office', at, { type: of });
    return { kind: 'nobody', name };
  }
  const choices = [...roles, ...(hasOffice ? ['office'] : []), ...departments.keys()];
  reportUnknown(context, 'notice/unknown-recipient', at, { name, choices });
  return { kind: 'nobody', name };
}
