/** What shows one record: its head, whose turn it is, its history, its parts and its checklist. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Portal } from '../../engine/portal/model/portal.ts';
import { PageHead } from '../../engine/react/page/page-head.tsx';
import { RecordFacts } from '../../engine/react/records/answers/record-facts.tsx';
import { ItemList } from '../../engine/react/records/checklist/item-list.tsx';
import { Children } from '../../engine/react/records/parts/children.tsx';
import { ReviewSplit } from '../../engine/react/records/review/review-split.tsx';
import { RecordHead } from '../../engine/react/records/status/record-head.tsx';
import { RecordStatus } from '../../engine/react/records/status/record-status.tsx';
import { StepDone } from '../../engine/react/records/status/step-done.tsx';
import { Timeline } from '../../engine/react/records/timeline/timeline.tsx';
import { onPage, pageOf, WithRecord } from '../component-page.tsx';
import { officeOfReview, placeFamily, placeReview, tellHistory } from '../family-scene.ts';
import type { PortalDesk } from '../portal-desk.ts';

const meta: Meta = { title: 'Components/Record', decorators: [onPage] };
export default meta;

export const Head: StoryObj = {
  parameters: pageOf({ hasHeading: false }),
  render: () => (
    <WithRecord place={placeFamily}>
      {(record) => <PageHead title="One record" below={<RecordHead record={record} />} />}
    </WithRecord>
  ),
};

export const Facts: StoryObj = {
  render: () => (
    <WithRecord place={placeFamily}>
      {(record) => <RecordFacts record={record} heading="Answers" />}
    </WithRecord>
  ),
};

/** Whose turn it is, and how far the parts are. */
export const Status: StoryObj = {
  render: () => <WithRecord place={placeFamily}>{(record) => <RecordStatus record={record} />}</WithRecord>,
};

/** After a step: the new state, whose turn it is, and until when. */
export const Confirmation: StoryObj = {
  render: () => <WithRecord place={placeFamily}>{(record) => <StepDone record={record} />}</WithRecord>,
};

interface HistoryArgs {
  /** The steps that were taken; without any, the history says how it began. */
  readonly hasSteps: boolean;
}

export const History: StoryObj<HistoryArgs> = {
  args: { hasSteps: true },
  render: ({ hasSteps }) => (
    <WithRecord key={String(hasSteps)} place={hasSteps ? placeHistory : placeFamily}>
      {(record) => <Timeline record={record} />}
    </WithRecord>
  ),
};

function placeHistory(desk: PortalDesk) {
  const record = placeFamily(desk);
  if (record !== null) tellHistory(desk, record);
  return record;
}

/** Each part in another state. */
export const Parts: StoryObj = {
  parameters: pageOf({ width: 'whole' }),
  render: () => <WithRecord place={placeFamily}>{(record) => <Children record={record} />}</WithRecord>,
};

export const Checklist: StoryObj = {
  render: () => (
    <WithRecord place={placeReview}>
      {(record, reload) => <ItemList record={record} reload={reload} />}
    </WithRecord>
  ),
};

interface SplitArgs {
  /** The most that are shown. */
  readonly items: number;
  readonly mayWaive: boolean;
}

/** The office reviews: the items, the paper beside them, and the decision. */
export const SplitView: StoryObj<SplitArgs> = {
  parameters: pageOf({ width: 'whole', as: (portal: Portal) => officeOfReview(portal) }),
  args: { items: 17, mayWaive: true },
  argTypes: { items: { control: { type: 'range', min: 1, max: 17 } } },
  render: ({ items, mayWaive }) => (
    <WithRecord place={placeReview}>
      {(record, reload) => (
        <ReviewSplit
          key={items}
          record={{
            ...record,
            items: record.items.slice(0, items),
            review: { ...record.review, waive: record.review.waive && mayWaive },
          }}
          onChange={reload}
          reload={reload}
        />
      )}
    </WithRecord>
  ),
};
