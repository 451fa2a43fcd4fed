/** Records as a table, and as cards on a phone. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { useFirstRecords } from '../../engine/react/data/hooks.ts';
import { Fallback } from '../../engine/react/page/feedback.tsx';
import { useSlice } from '../../engine/react/session/portal-context.ts';
import { RecordCards } from '../../engine/react/records/table/record-cards.tsx';
import { RecordTable } from '../../engine/react/records/table/record-table.tsx';
import { onPage, pageOf, useDesk } from '../component-page.tsx';
import { familyShape, officeOfFamily, placeFamily } from '../family-scene.ts';

interface TableArgs {
  readonly isCompact: boolean;
  readonly sort: string;
  readonly isCards: boolean;
}

const meta: Meta<TableArgs> = {
  title: 'Components/Table',
  decorators: [onPage],
  parameters: pageOf({ width: 'whole' }),
  args: { isCompact: false, sort: 'state', isCards: false },
  argTypes: {
    sort: { control: 'inline-radio', options: ['', 'state', '-state'] },
  },
  render: (args) => <Parts {...args} />,
};
export default meta;

/** The parts of the largest family, with the columns of the first list of their type. */
function Parts({ isCompact, sort, isCards }: TableArgs) {
  const desk = useDesk();
  const [type] = useState(() => {
    placeFamily(desk);
    return familyShape(desk.portal)?.part ?? '';
  });
  const { recordTypes } = useSlice();
  const [list] = Object.keys(recordTypes[type]?.lists ?? {});
  const { data, error, mutate } = useFirstRecords({ type });
  if (data === undefined) return <Fallback error={error} retry={mutate} shape="rows" />;
  const columns = recordTypes[type]?.lists[list ?? '']?.columns ?? [];
  const shown = { records: data.items, columns };
  if (isCards) return <RecordCards {...shown} />;
  return <RecordTable {...shown} title="Parts" isCompact={isCompact} sort={sort} onSort={() => {}} />;
}

type TableStory = StoryObj<TableArgs>;

const asOffice = pageOf({ width: 'whole', as: officeOfFamily });

// Phones have cards instead. The index of the stories reads tags only where each one is.
export const Roomy: TableStory = { tags: ['desk'] };
export const Dense: TableStory = { tags: ['desk'], parameters: asOffice };
export const Compact: TableStory = { tags: ['desk'], parameters: asOffice, args: { isCompact: true } };
export const Cards: TableStory = { parameters: pageOf({ width: 'form' }), args: { isCards: true } };
