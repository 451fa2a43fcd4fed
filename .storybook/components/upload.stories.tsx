/** Files: choosing them, what the rule refuses, and the files that are there. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { FileList } from '../../engine/react/files/file-list.tsx';
import { UploadField } from '../../engine/react/files/upload-field.tsx';
import { onPage } from '../component-page.tsx';

interface UploadArgs {
  readonly title: string;
  readonly accepts: readonly string[];
  readonly megabytes: number;
  readonly hasFiles: boolean;
  readonly hint: string;
}

const meta: Meta<UploadArgs> = {
  title: 'Components/Upload',
  decorators: [onPage],
  args: {
    title: 'Lease contract',
    accepts: ['pdf', 'jpg', 'png'],
    megabytes: 10,
    hasFiles: false,
    hint: '',
  },
  argTypes: { accepts: { control: 'check', options: ['pdf', 'jpg', 'png', 'xlsx'] } },
  render: ({ title, accepts, megabytes, hasFiles, hint }) => (
    <UploadField
      place={{ record: 'sample/story', item: 'lease' }}
      title={title}
      rule={{ accepts, maxBytes: megabytes * 1_000_000 }}
      hint={hint}
      hasFiles={hasFiles}
      onDone={() => {}}
    />
  ),
};
export default meta;

type UploadStory = StoryObj<UploadArgs>;

export const Empty: UploadStory = {};
export const OnlyPdf: UploadStory = { args: { accepts: ['pdf'], hint: 'All pages in one file.' } };

/** A file of a kind that the item does not accept. */
export const Refused: UploadStory = {
  args: { accepts: ['pdf'] },
  play: async ({ canvas, args }) => {
    const field = await canvas.findByLabelText(`Choose a file: ${args.title}`);
    if (!(field instanceof HTMLInputElement)) return;
    const chosen = new DataTransfer();
    chosen.items.add(new File(['a,b'], 'lease.xlsx'));
    field.files = chosen.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  },
};

const files = [
  { id: 'lease', name: 'lease-contract.pdf', type: 'application/pdf', bytes: 1_843_200 },
  {
    id: 'front',
    name: 'a-very-long-name-of-a-photo-of-the-front-of-the-stall-taken-on-monday.jpg',
    type: 'image/jpeg',
    bytes: 348_160,
  },
];

interface FilesArgs {
  readonly isEditable: boolean;
  readonly isOpenable: boolean;
}

export const Files: StoryObj<FilesArgs> = {
  args: { isEditable: true, isOpenable: true },
  parameters: { controls: { include: ['isEditable', 'isOpenable'] } },
  render: ({ isEditable, isOpenable }) => (
    <FileList files={files} isEditable={isEditable} isOpenable={isOpenable} />
  ),
};
