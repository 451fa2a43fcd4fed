/** The page of one component: the portal's theme, services and router around it. */
import type { Decorator } from '@storybook/react-vite';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { WireRecord } from '../engine/contract/record.ts';
import type { Portal } from '../engine/portal/model/portal.ts';
import type { PortalRecord } from '../engine/portal/model/record.ts';
import { inLanguage } from '../engine/portal/translation/in-language.ts';
import { useRecord } from '../engine/react/data/hooks.ts';
import { Fallback } from '../engine/react/page/feedback.tsx';
import { PortalContext } from '../engine/react/session/portal-context.ts';
import { ThemeProvider } from '../engine/react/theme/theme.tsx';
import portal from 'virtual:portal';
import styles from './component-page.module.css';
import { ownerOfFamily } from './family-scene.ts';
import { openDesk, type PortalDesk } from './portal-desk.ts';
import { departmentOf, readToolbar } from './toolbar.ts';

const DeskContext = createContext<PortalDesk | null>(null);

/** @throws outside of a component's page */
export function useDesk(): PortalDesk {
  const desk = use(DeskContext);
  if (desk === null) throw new Error('This story has no page around it.');
  return desk;
}

type PageWidth = 'text' | 'form' | 'whole';

interface PageOptions {
  readonly width?: PageWidth;
  /** Who sees the component; left out: the owner of the largest family. */
  readonly as?: (portal: Portal) => string | null;
  /** False: the component has the heading of its page. */
  readonly hasHeading?: boolean;
}

/** Surrounds each story of a component; the parameter `page` of a file or a story has its options. */
export const onPage: Decorator = (Story, { title, name, globals, parameters }) => {
  const { as = ownerOfFamily, width = 'text', hasHeading = true }: PageOptions = parameters['page'] ?? {};
  const toolbar = readToolbar(globals);
  const seenBy = departmentOf(toolbar, as(portal));
  return (
    <ComponentPage key={`${toolbar.language} ${seenBy}`} language={toolbar.language} as={seenBy}>
      <main className={styles.page} data-width={width}>
        {hasHeading && (
          <h1 className={styles.heading}>
            {title.split('/').at(-1)} <span>{name}</span>
          </h1>
        )}
        <Story />
      </main>
    </ComponentPage>
  );
};

/** The parameters of a file or a story with these options of its page. */
export function pageOf(page: PageOptions): { readonly page: PageOptions } {
  return { page };
}

interface ComponentPageProps {
  readonly language: string;
  readonly as: string | null;
  readonly children: ReactNode;
}

function ComponentPage({ language, as, children }: ComponentPageProps) {
  const spoken = useMemo(() => inLanguage(portal, language), [language]);
  const [desk, setDesk] = useState<PortalDesk | null>(null);
  useEffect(() => {
    let isGone = false;
    void openDesk(spoken, { as, flags: {} }).then((ready) => isGone || setDesk(ready));
    return () => {
      isGone = true;
    };
  }, [spoken, as]);
  if (desk === null) return null;
  return (
    <PortalContext value={desk.services}>
      <DeskContext value={desk}>
        <ThemeProvider>
          <MemoryRouter>{children}</MemoryRouter>
        </ThemeProvider>
      </DeskContext>
    </PortalContext>
  );
}

interface WithRecordProps {
  /** Creates the record in the store of the story. */
  readonly place: (desk: PortalDesk) => PortalRecord | null;
  readonly children: (record: WireRecord, reload: () => void) => ReactNode;
}

/** A component that shows a record: as the API answers it to the visitor of the story. */
export function WithRecord({ place, children }: WithRecordProps) {
  const desk = useDesk();
  const [record] = useState(() => place(desk));
  const { data, error, mutate } = useRecord(record?.type ?? '', record?.slug ?? null);
  if (data === undefined) return <Fallback error={error} retry={mutate} />;
  return children(data, () => void mutate());
}
