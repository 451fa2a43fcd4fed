/** A page with everything that waits for the visitor. */
import { PageHead } from '../../page/page-head.tsx';
import { ToDoList } from '../../records/parts/to-do-list.tsx';
import type { ScreenProps } from '../../router/screen.ts';

export function ToDoScreen({ route }: ScreenProps) {
  return (
    <>
      <PageHead title={route.title} />
      <ToDoList isWhole />
    </>
  );
}
