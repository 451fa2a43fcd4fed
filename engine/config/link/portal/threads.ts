/** Links the rules of messages in portal.yaml. */
import { parseDuration } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { AttachmentRules, ThreadRule, ThreadRules } from '../../../portal/model/department.ts';
import type { ParsedFile } from '../../source/source.ts';
import {
  child,
  type Cursor,
  isPresent,
  items,
  number,
  placeOf,
  rootOf,
  text,
  texts,
} from '../input/cursor.ts';
import { type LinkContext, report, reportEachUnknown } from '../input/link-context.ts';
import { linkAccepts } from '../checklists/checklist-items.ts';
import { bytesOf } from './portal-file.ts';
import { departmentsOf, kindOf } from '../names/department-names.ts';

/** Reports unknown departments and types, and rules under which nobody could receive anything. */
export function linkThreads(
  file: ParsedFile | undefined,
  uploads: Portal['uploads'],
  context: LinkContext,
): ThreadRules {
  const at = file === undefined ? null : child(rootOf(file), 'threads');
  return {
    rules: at === null ? [] : items(child(at, 'rules')).map((rule) => linkRule(rule, uploads, context)),
    noticeAfter: (at && parseDuration(text(child(at, 'noticeAfter')) ?? '')) ?? { amount: 1, unit: 'hour' },
    perHour: (at && number(child(at, 'perHour'))) ?? 60,
  };
}

function linkRule(at: Cursor, uploads: Portal['uploads'], context: LinkContext): ThreadRule {
  const about = child(at, 'about');
  reportEachUnknown(context, 'record/unknown-type', about, context.names.records);
  const to = departmentsOf(child(at, 'to'), context);
  // Nobody may look people up, so a person is reached only as the owner of a record.
  const person = isPresent(about) ? undefined : to.find((key) => isOfRequesters(key, context));
  if (person !== undefined) report(context, 'thread/no-record', child(at, 'to'), { department: person });
  return {
    from: departmentsOf(child(at, 'from'), context),
    to,
    about: texts(about).filter((type) => context.names.records.has(type)),
    attachments: linkAttachments(child(at, 'attachments'), uploads, context),
    place: placeOf(at),
  };
}

/** Reports a limit above that of all uploads. */
function linkAttachments(
  at: Cursor,
  uploads: Portal['uploads'],
  context: LinkContext,
): AttachmentRules | null {
  if (!isPresent(at)) return null;
  const maximum = child(at, 'maximum');
  const accepts = linkAccepts(child(at, 'accepts'), context);
  const maxBytes = isPresent(maximum) ? bytesOf(text(maximum) ?? '') : uploads.maxBytes;
  if (maxBytes > uploads.maxBytes) {
    report(context, 'thread/attachment-too-large', maximum, { size: text(maximum) ?? '' });
  }
  return {
    accepts: accepts.length === 0 ? uploads.accepts : accepts,
    maxBytes,
    most: number(child(at, 'most')) ?? 1,
  };
}

function isOfRequesters(key: string, { names }: LinkContext): boolean {
  const root = names.departments.get(key);
  return root !== undefined && kindOf(root) === 'requester';
}
