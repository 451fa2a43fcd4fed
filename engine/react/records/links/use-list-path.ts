/** The page that shows a whole list, where this visitor has one. */
import { decide } from '../../../portal/routing/decide.ts';
import { useSlice } from '../../portal-context.ts';
import { useVisitor } from '../../shell/use-navigation.ts';
import type { SliceList } from './list-address.ts';

export function useListPath({
  type,
  list,
}: {
  readonly type: string;
  readonly list: SliceList;
}): string | null {
  const slice = useSlice();
  const visitor = useVisitor();
  const route = slice.routes.find(
    (each) =>
      each.screen === 'list' &&
      !each.path.includes('{') &&
      each.of.some((subject) => subject.type === type && subject.list === list.name) &&
      decide({ portal: slice, visitor }, each.path).outcome === 'show',
  );
  return route?.path ?? null;
}
