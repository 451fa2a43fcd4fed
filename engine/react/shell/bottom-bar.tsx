/** The navigation of a phone: at most five links at the bottom, the last a sheet with all the others. */
import {
  IconChartBar,
  IconFile,
  IconHome,
  IconLayoutGrid,
  IconList,
  IconMail,
  IconMenu2,
  IconUser,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession, useSlice } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import styles from './shell.module.css';
import { ColorScheme } from './color-scheme.tsx';
import { Icon } from '../theme/icon.tsx';
import { FindButton } from './find-button.tsx';
import { Languages } from './languages.tsx';
import { NavigationGroups } from './navigation-groups.tsx';
import { type NavigationEntry, useNavigation } from './navigation.ts';
import { PageCount, usePageCounts } from './page-count.tsx';
import { pageMessages } from '../../locales/page.ts';

const places = 5;

/** A tap outside closes the sheet if the browser knows the attribute; the cross works everywhere. */
const lightDismiss = { closedby: 'any' as const };

export function BottomBar() {
  const { groups, current } = useNavigation();
  const countOf = usePageCounts(groups);
  const [isOpen, setIsOpen] = useState(false);
  const shown = groups.flatMap((group) => group.entries).slice(0, places - 1);
  return (
    <>
      <nav className={styles.bar} aria-label={text(pageMessages.mainPages)}>
        {shown.map((entry, index) => (
          <Link
            key={entry.name}
            to={entry.path}
            className={styles.place}
            {...(entry === current && { 'aria-current': 'page' as const })}
          >
            <div className={styles.icon}>
              <Icon of={index === 0 ? IconHome : iconOf(entry)} size={22} />
              <PageCount total={countOf(entry)} />
            </div>
            <span>{entry.label}</span>
          </Link>
        ))}
        <button type="button" className={styles.place} onClick={() => setIsOpen(true)}>
          <Icon of={IconMenu2} size={22} />
          <span>{text(pageMessages.morePages)}</span>
        </button>
      </nav>
      {isOpen && <AllPages onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AllPages({ onClose }: { readonly onClose: () => void }) {
  const sheet = useRef<HTMLDialogElement>(null);
  const session = useSession();
  const { departments } = useSlice();
  const department = departments[session.department]?.title;
  const close = () => sheet.current?.close();
  useLayoutEffect(() => sheet.current?.showModal(), []);
  return (
    <dialog
      ref={sheet}
      className={styles.sheet}
      aria-label={text(pageMessages.allPages)}
      onClose={onClose}
      {...lightDismiss}
    >
      <div className={styles.content}>
        <div className={styles.head}>
          <div>
            <p className={styles.barName}>{session.name}</p>
            {department !== session.name && <p data-quiet>{department}</p>}
          </div>
          <button
            type="button"
            className={styles.close}
            aria-label={text(pageMessages.close)}
            onClick={close}
          >
            <Icon of={IconX} />
          </button>
        </div>
        <div className={styles.barTools}>
          <Languages />
          <FindButton className={styles.close ?? ''} onOpen={close} />
          <ColorScheme className={styles.close ?? ''} />
        </div>
        <NavigationGroups onChoose={close} />
      </div>
    </dialog>
  );
}

function iconOf({ screen }: NavigationEntry): TablerIcon {
  switch (screen) {
    case 'form':
      return IconFile;
    case 'messages':
      return IconMail;
    case 'report':
      return IconChartBar;
    case 'account':
      return IconUser;
    case 'menu':
    case 'dashboard':
      return IconLayoutGrid;
    default:
      return IconList;
  }
}
