/** One item of a checklist with its papers. */
import { useState } from 'react';
import type { OfferedPaper } from '../../../contract/files.ts';
import type { WireItem, WireRecord } from '../../../contract/record.ts';
import { checklistMessages } from '../../../locales/checklist.ts';
import { formMessages } from '../../../locales/forms.ts';
import { BasisHint, useIsStaff } from '../../facts/basis-hint.tsx';
import { Tag } from '../../facts/state-tag.tsx';
import { Reasons, WhyAsked } from '../../facts/why-asked.tsx';
import { useRead } from '../../data/hooks.ts';
import { text } from '../../language/text.ts';
import styles from '../parts/part-rows.module.css';
import { ItemPapers } from './item-papers.tsx';
import { itemWords, remarkLabel } from './item-words.ts';

export function ItemHelp({ help }: { readonly help: string | null }) {
  const isStaff = useIsStaff();
  if (help === null) return null;
  if (!isStaff) return <p className={styles.help}>{help}</p>;
  return (
    <details className={styles.told}>
      <summary>{text(checklistMessages.howAskedFor)}</summary>
      <p className={styles.help}>{help}</p>
    </details>
  );
}

interface ItemProps {
  readonly item: WireItem;
  readonly record: WireRecord;
  /** Files sent elsewhere for the same paper. */
  readonly offered: readonly OfferedPaper[];
  /** Files were added or removed: the record is read again. */
  readonly onFiles: () => void;
}

export function Item({ item, record, offered, onFiles }: ItemProps) {
  const words = itemWords(item);
  const isStaff = useIsStaff();
  const waits = waitsForMe(item);
  const [isOpen, setIsOpen] = useState(waits);
  const [last, setLast] = useState({ state: item.state, waits });
  if (last.state !== item.state || last.waits !== waits) {
    setLast({ state: item.state, waits });
    // An item closes when the office accepts it, and opens when the office returns it.
    if (item.state === 'accepted' || item.state === 'waived') setIsOpen(false);
    else if (waits && !last.waits) setIsOpen(true);
  }
  return (
    <li className={styles.item} data-item={item.id} tabIndex={-1} aria-label={`${item.title}: ${words.text}`}>
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className={styles.head}>
          <h3 className={styles.title}>
            {item.title}
            {item.optional && <span className={styles.optional}> {text(formMessages.optional)}</span>}
            {item.comes_from !== null && (
              <span className={styles.origin}>
                {text(checklistMessages.comesFrom, { office: item.comes_from })}
              </span>
            )}
          </h3>
          <Tag tone={words.tone}>{words.text}</Tag>
        </summary>
        <div className={styles.body}>
          <ItemHelp help={item.help} />
          {item.source !== null && isReason(item) && !isStaff && (
            <p className={styles.source}>{text(checklistMessages.whyAskedFor, { source: item.source })}</p>
          )}
          <BasisHint of={item} />
          <WhyAsked title={item.title}>
            <ItemReasons record={record} item={item.id} />
          </WhyAsked>
          {item.remark !== null && (
            <p className={styles.remark}>
              <strong>{remarkLabel(item)}:</strong> {item.remark}
            </p>
          )}
          {item.comes_from !== null && (
            <p className={styles.help}>
              {text(
                item.editable
                  ? checklistMessages.comesFromNothingToDo
                  : checklistMessages.comesFromOnceIssued,
                { office: item.comes_from },
              )}
            </p>
          )}
          {item.evidence === 'inspection' && (
            <p className={styles.help}>
              {isStaff
                ? text(checklistMessages.inspectedOnSite)
                : text(checklistMessages.inspectedOnSiteNothingNeeded)}
            </p>
          )}
          <ItemPapers item={item} record={record} offered={offered} onFiles={onFiles} />
        </div>
      </details>
    </li>
  );
}

function ItemReasons({ record, item }: { readonly record: WireRecord; readonly item: string }) {
  const { type, slug } = record;
  const answer = useRead('GET /records/:type/:slug/items/:item/why', { params: { type, slug, item } });
  return <Reasons answer={answer} />;
}

/** Open from the start if this visitor must act on it. Other items are one line until opened. */
function waitsForMe(item: WireItem): boolean {
  if (item.comes_from !== null) return false;
  if (item.undated) return true;
  return item.editable && item.state !== 'filed' && item.state !== 'accepted' && item.state !== 'waived';
}

/** Practice elsewhere and assumptions are for the office to weigh; applicants see the law. */
function isReason({ certainty }: WireItem): boolean {
  return certainty === 'law' || certainty === null;
}
