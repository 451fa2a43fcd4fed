/** A new record that is a draft first: goes on with one's own, or begins one, and files it. */
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
  /** The record that it is to stand below. */
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
  // Read once: a draft that this page makes is not one to go on with.
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
  // The address is that of a draft which was sent since.
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
  // One's own draft may be gone on with, whatever can be begun now.
  if (record !== null) return draft;
  return (
    <Beginning type={type} above={above} title={title}>
      {draft}
    </Beginning>
  );
}

/** What was typed into a new draft before the server could be told goes before older drafts. */
function hasTyped(key: string): boolean {
  return Object.keys(localCopy(key).read()).length > 0;
}
