/** The workbench: the configuration in force, one part a page. The address names the part. */
import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { MessageTemplate } from '../../../locales/catalogue.ts';
import { onlookerMessages } from '../../../locales/onlookers.ts';
import { editingMessages } from '../../../locales/editing.ts';
import { workbenchMessages } from '../../../locales/workbench.ts';
import { text } from '../../language/text.ts';
import { LazyPart } from '../../loading/lazy-part.tsx';
import { onUse } from '../../loading/on-use.tsx';
import { Placeholder } from '../../page/feedback.tsx';
import { PageHead } from '../../page/page-head.tsx';
import type { ScreenProps } from '../../router/screen.ts';
import { useRead } from '../../data/hooks.ts';
import { CharterPart } from './charter-part.tsx';
import { KindsPart } from './kinds-part.tsx';
import { OfficesPart } from './offices-part.tsx';
import { PermissionsPart } from './permissions-part.tsx';
import { SeeAsPart } from './see-as-part.tsx';
import { TranslationsPart } from './translations-part.tsx';
import { VersionsPart } from './versions-part.tsx';
import { WorkflowsPart } from './workflows-part.tsx';
import styles from './workbench.module.css';

interface WorkbenchPart {
  readonly title: MessageTemplate<string>;
  readonly Shown: ComponentType;
}

const parts: Readonly<Record<string, WorkbenchPart>> = {
  offices: { title: workbenchMessages.offices, Shown: OfficesPart },
  kinds: { title: workbenchMessages.kinds, Shown: KindsPart },
  workflows: { title: workbenchMessages.workflows, Shown: WorkflowsPart },
  permissions: { title: workbenchMessages.permissions, Shown: PermissionsPart },
  charter: { title: workbenchMessages.charter, Shown: CharterPart },
  translations: { title: workbenchMessages.translations, Shown: TranslationsPart },
  versions: { title: workbenchMessages.versions, Shown: VersionsPart },
  'see-as': { title: onlookerMessages.seeAs, Shown: SeeAsPart },
};

const EditPart = onUse(async () => (await import('./editing/edit-part.tsx')).EditPart);

/** For those who may edit. */
const editing = { edit: { title: editingMessages.change, Shown: EditPart } };

export function WorkbenchScreen({ route }: ScreenProps) {
  const [search] = useSearchParams();
  const asked = search.get('part') ?? '';
  const { data } = useRead('GET /workbench', {});
  const mayEdit = data?.mayEdit === true;
  const all: typeof parts = mayEdit ? { ...parts, ...editing } : parts;
  const current = Object.hasOwn(all, asked) ? asked : 'offices';
  const { Shown = OfficesPart } = all[current] ?? {};
  const isWaiting = data === undefined && asked === 'edit';
  return (
    <>
      <div className={styles.top}>
        <PageHead
          title={route.title}
          below={text(mayEdit ? workbenchMessages.introEditable : workbenchMessages.intro)}
        />
        <nav className={styles.parts} aria-label={route.title}>
          <ul>
            {Object.entries(all).map(([name, { title }]) => (
              <li key={name}>
                <Link to={{ search: `?part=${name}` }} aria-current={name === current ? 'page' : undefined}>
                  {text(title)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {isWaiting ? (
        <Placeholder shape="rows" />
      ) : (
        <LazyPart waiting={<Placeholder shape="rows" />}>
          <Shown />
        </LazyPart>
      )}
    </>
  );
}
