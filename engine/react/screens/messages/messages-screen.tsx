/** The messages of a person or an office: the list, one thread, or a new message, by the address. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { Link, useSearchParams } from 'react-router-dom';
import { threadMessages } from '../../../locales/threads.ts';
import { PageHead } from '../../page/page-head.tsx';
import type { FirstReads, ScreenProps } from '../../router/screen.ts';
import { text } from '../../language/text.ts';
import { NewThread } from '../../threads/new-thread.tsx';
import { ThreadList } from '../../threads/thread-list.tsx';
import { ThreadPage } from '../../threads/thread-page.tsx';
import { threadsInput } from '../../threads/use-threads.ts';

export const messagesReads: FirstReads = ({ search }) => {
  const thread = search.get('thread');
  if (thread !== null) return [['GET /threads/:slug', { params: { slug: thread } }]];
  return search.has('new') ? [] : [['GET /threads', threadsInput({ q: search.get('q') ?? '' })]];
};

export function MessagesScreen({ route }: ScreenProps) {
  const [search, setSearch] = useSearchParams();
  const thread = search.get('thread');
  if (thread !== null) return <ThreadPage key={thread} slug={thread} title={route.title} />;
  if (search.has('new')) {
    const open = (slug: string) => setSearch({ thread: slug }, { replace: true });
    return <NewThread record={search.get('record')} onDone={open} />;
  }
  const begin = (
    <Button component={Link} to="?new">
      {text(threadMessages.begin)}
    </Button>
  );
  return (
    <>
      <PageHead title={route.title} actions={begin} />
      <ThreadList
        q={search.get('q') ?? ''}
        onSearch={(q) => setSearch(q === '' ? {} : { q }, { replace: true })}
      />
    </>
  );
}
