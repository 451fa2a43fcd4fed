/** A new record that starts as a draft: continues the user's draft, or creates one, and files it. */
import { useState } from 'react';
import { localCopy } from '../../drafts/local-copy.ts';
import { PageHead } from '../../page/page-head.tsx';
import { Trouble } from '../../page/trouble.tsx';
import { Waiting } from '../../page/waiting.tsx';
import { useSession } from '../../portal-context.ts';
import { Beginning, type Above } from './beginning.tsx';
import { copyKey, DraftForm } from './draft-form.tsx';
import { Filed, useVisit, type Visit } from './filed.tsx';
import { useFoundDraft } from './use-found-draft.ts';

export interface DraftPageProps {
  readonly title: string;
  readonly type: string;
  /** The parent of the record. */
  readonly above: Above | null;
  /** State of a draft. */
  readonly initial: string;
}

export function DraftPage(props: DraftPageProps) {
  const visit = useVisit();
  return <OneVisit key={visit.id} {...props} visit={visit} />;
}

function OneVisit({ title, type, above, initial, visit }: DraftPageProps & { readonly visit: Visit }) {
  const parent = above?.slug ?? null;
  const { slug: account } = useSession();
  // Read once: a draft that this page creates is not one to continue.
  const [slug] = useState(visit.named);
  const [isNew, setIsNew] = useState(
    () => slug === null && hasTyped(copyKey({ account, type, parent }, null)),
  );
  const [found, again] = useFoundDraft({ type, parent, initial, slug, isNew });
  if (found.kind !== 'found') {
    return (
      <>
        <PageHead title={title} />
        {found.kind === 'searching' ? <Waiting /> : <Trouble error={found.error} onRetry={again} />}
      </>
    );
  }
  // The URL names a draft that has been filed since.
  if (found.record?.editable === false) return <Filed record={found.record} />;
  const record = isNew ? null : found.record;
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
    <Beginning type={type} above={above} title={title}>
      {draft}
    </Beginning>
  );
}

/** Unsaved text of a new draft on this device takes precedence over older drafts. */
function hasTyped(key: string): boolean {
  return Object.keys(localCopy(key).read()).length > 0;
}
