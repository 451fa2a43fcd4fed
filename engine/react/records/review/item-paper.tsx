/** The paper of an item, or why there is none to look at. */
import { IconFile, IconSearch } from '@tabler/icons-react';
import type { WireItem } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { text } from '../../language/text.ts';
import { Notice } from '../../page/feedback.tsx';
import { PaperViewer } from '../../papers/paper-viewer.tsx';
import styles from './review.module.css';

export function ItemPaper({ item }: { readonly item: WireItem }) {
  if (item.files.length > 0) return <PaperViewer key={item.id} title={item.title} files={item.files} />;
  return (
    <div className={styles.noPaper}>
      <Notice icon={item.evidence === 'inspection' ? IconSearch : IconFile}>{whyNone(item)}</Notice>
    </div>
  );
}

function whyNone({ evidence, held }: WireItem): string {
  if (held !== null) {
    return text(checklistMessages.issuedHere, { title: held.title, number: held.number ?? '' }).trim();
  }
  return evidence === 'inspection'
    ? text(checklistMessages.inspectedOnSite)
    : text(checklistMessages.nothingSent);
}
