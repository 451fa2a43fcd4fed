/** Links the files of notices/. */
import type { EffectPlace } from './effect-create.ts';
import type { CalendarEvent, Notice } from '../../../portal/model/notice.ts';
import { AnyName } from '../names/any-name.ts';
import { child, isPresent, placeOf, text, texts, truth, type Cursor } from '../input/cursor.ts';
import { reportEachUnknown, type LinkContext } from '../input/link-context.ts';
import { linkText } from '../texts/text-paths.ts';
import { MAIL } from '../../../extension/extension.ts';

/** Names that only notices have: the recipient, and the link that takes a transition. */
const noticeWords = ['recipient', 'link'];

export function linkNotices(context: LinkContext): Record<string, Notice> {
  return Object.fromEntries(
    [...context.names.notices].map(([name, root]) => {
      const subject = text(child(root, 'subject')) ?? name;
      const said = child(root, 'channels');
      reportEachUnknown(
        context,
        'notice/unknown-channel',
        said,
        new Set([MAIL, ...context.additions.channels.keys()]),
      );
      const channels = isPresent(said) ? texts(said) : [MAIL];
      const body = text(child(root, 'body')) ?? '';
      const event = linkEvent(child(root, 'event'));
      return [name, { name, subject, body, channels, event, place: placeOf(root) }];
    }),
  );
}

function linkEvent(at: Cursor): CalendarEvent | null {
  if (!isPresent(at)) return null;
  return {
    title: text(child(at, 'title')) ?? '',
    starts: text(child(at, 'starts')) ?? '',
    ends: text(child(at, 'ends')),
    location: text(child(at, 'place')),
    isCancelled: truth(child(at, 'cancelled')),
  };
}

/** Checks the texts of the notice for this record type; called for every transition that sends it. */
export function checkNoticeTexts(root: Cursor, { of, answers }: EffectPlace, context: LinkContext): void {
  const asked = [...answers].flatMap((name) => [`input.${name}`, `input.${name}.`]);
  const more = [...noticeWords, ...(answers instanceof AnyName ? ['input.'] : asked)];
  const place = { types: [of], more, answers };
  const event = child(root, 'event');
  for (const key of ['subject', 'body']) linkText(child(root, key), place, context);
  for (const key of ['title', 'place']) linkText(child(event, key), place, context);
  for (const moment of [child(event, 'starts'), child(event, 'ends')].filter(isPresent))
    linkText({ ...moment, value: `{${text(moment)}:moment}` }, place, context);
}
