/** The form screen: creates a record, continues a draft, or changes a record or a lookup. */
import { useState } from 'react';
import { recordMessages } from '../../../locales/records.ts';
import { USER } from '../../../portal/access/accounts.ts';
import type { PortalSlice } from '../../../portal/wire/slice.ts';
import { text } from '../../language/text.ts';
import { formInput, useFormOf } from '../../data/hooks.ts';
import { localCopy } from '../../drafts/local-copy.ts';
import { useValidator } from '../../forms/validator.ts';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { onUse } from '../../loading/on-use.tsx';
import { LoadError, Placeholder } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { useSession, useSlice } from '../../session/portal-context.ts';
import { subjectOf } from '../../records/links/pages.ts';
import type { FirstReads, ScreenProps } from '../../router/screen.ts';
import { type Above, MayCreateBelow } from './may-create-below.tsx';
import { ChangePage } from './change-page.tsx';
import { CreatePage } from './create-page.tsx';
import { copyKey, DraftForm } from './draft-form.tsx';
import { Filed, useVisit, type Visit } from './filed.tsx';
import { filingOf } from './use-filing.ts';
import { draftRead, useFoundDraft, usePrefilled } from './use-found-draft.ts';

const InvitePage = onUse(async () => (await import('../../users/invite-page.tsx')).InvitePage);
const LookupForm = onUse(async () => (await import('../../lookups/lookup-form.tsx')).LookupForm);
const UserPage = onUse(async () => (await import('../../users/user-page.tsx')).UserPage);

/** What a new draft needs, and the search for an old one. */
export const formReads: FirstReads = ({ slice, route, params, search, session }) => {
  const above = subjectOf(route, params);
  const type = route.of[0]?.type;
  if (type === USER && above === null) return [['GET /accounts/places', {}]];
  if (above?.type === USER) return [['GET /accounts/:slug', { params: { slug: above.slug } }]];
  const recordType = type === undefined || type === above?.type ? undefined : slice.recordTypes[type];
  if (type === undefined || recordType === undefined || route.lookup !== null) return [];
  const parent = above?.slug ?? null;
  const { form, prefills } = recordType;
  const whole = form === null ? [] : [['GET /forms/:hash', formInput(slice, form)] as const];
  const initial = draftStateOf(recordType);
  if (initial === null) return whole;
  const named = search.get('record');
  const isNew = named === null && hasTyped(copyKey({ account: session.keeper, type, parent }, null));
  return [
    ...whole,
    ...(prefills === true && named === null
      ? [['GET /records/:type/prefill', { params: { type } }] as const]
      : []),
    ...draftRead({ type, parent, initial, slug: named, isNew }),
  ];
};

export function FormScreen(props: ScreenProps) {
  const { route } = props;
  return (
    <LazyPart waiting={<Placeholder />}>
      {route.lookup === null ? <RecordFormPage {...props} /> : <LookupForm {...props} />}
    </LazyPart>
  );
}

function RecordFormPage({ route, params }: ScreenProps) {
  const slice = useSlice();
  const { token } = useSession();
  const named = subjectOf(route, params);
  const type = route.of[0]?.type ?? named?.type;
  if (type === undefined) return <PageHead title={route.title} />;
  if (type === USER) {
    if (named === null) return <InvitePage title={route.title} />;
    return <UserPage title={route.title} slug={named.slug} />;
  }
  if (named?.type === type) return <ChangePage title={route.title} type={type} slug={named.slug} />;
  const about = { title: route.title, type, above: named };
  const initial = draftStateOf(slice.recordTypes[type]);
  return initial !== null && token !== null ? (
    <DraftPage {...about} initial={initial} />
  ) : (
    <CreatePage {...about} />
  );
}

/** Null: what is sent is no draft before. */
function draftStateOf(recordType: PortalSlice['recordTypes'][string] | undefined): string | null {
  const initial = recordType?.initial ?? null;
  if (initial === null || recordType?.isSentAtOnce === true) return null;
  return recordType?.states[initial]?.waitsFor === 'owner' ? initial : null;
}

interface DraftPageProps {
  readonly title: string;
  readonly type: string;
  /** The parent of the record. */
  readonly above: Above | null;
  /** State of a draft. */
  readonly initial: string;
}

function DraftPage(props: DraftPageProps) {
  const visit = useVisit();
  return <OneVisit key={visit.id} {...props} visit={visit} />;
}

/** Reads what a new draft needs while the search for an old one runs. */
function usePrepared(type: string, mayBeNew: boolean): void {
  const { recordTypes } = useSlice();
  const hash = recordTypes[type]?.form ?? null;
  useFormOf(mayBeNew ? hash : null);
  usePrefilled(mayBeNew ? type : null);
  useValidator(mayBeNew ? hash : null);
}

function OneVisit({ title, type, above, initial, visit }: DraftPageProps & { readonly visit: Visit }) {
  const parent = above?.slug ?? null;
  const slice = useSlice();
  const { keeper: account } = useSession();
  // Read once: a draft that this page creates is not one to continue.
  const [slug] = useState(visit.named);
  const [isNew, setIsNew] = useState(
    () => slug === null && hasTyped(copyKey({ account, type, parent }, null)),
  );
  const [found, again] = useFoundDraft({ type, parent, initial, slug, isNew });
  usePrepared(type, slug === null);
  if (found.kind !== 'found') {
    return (
      <>
        <PageHead title={title} />
        {found.kind === 'searching' ? (
          <Placeholder />
        ) : (
          <LoadError error={found.error} isAll onRetry={again} />
        )}
      </>
    );
  }
  // The URL names a draft that has been filed since.
  if (found.record?.editable === false) return <Filed record={found.record} />;
  const record = isNew ? null : found.record;
  // It was filed, and nothing is to be sent again.
  if (record !== null && record.state !== initial && filingOf(slice, record) === null) {
    return <ChangePage title={text(recordMessages.changeAnswers)} type={type} slug={record.slug} />;
  }
  const draft = (
    <DraftForm
      key={record?.slug ?? 'new'}
      title={title}
      type={type}
      parent={parent}
      record={record}
      isResumed={record !== null}
      onCreate={(made) => visit.name(made.slug)}
      onAnother={() => setIsNew(true)}
    />
  );
  // The user's own draft can be continued, whatever can be created now.
  if (record !== null) return draft;
  return (
    <MayCreateBelow type={type} above={above} title={title}>
      {draft}
    </MayCreateBelow>
  );
}

/** Unsaved text of a new draft on this device takes precedence over older drafts. */
function hasTyped(key: string): boolean {
  return Object.keys(localCopy(key).read()).length > 0;
}
