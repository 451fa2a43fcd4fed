/** On what something stands that is asked, for those who work in an office: a quiet line beside it. */
import type { Basis } from '../../portal/model/basis.ts';
import { usePortalState } from '../portal-context.ts';
import { text } from '../text.ts';
import styles from './basis-hint.module.css';
import { recordMessages } from '../../locales/records.ts';

/** Renders nothing for those who file, and where nothing is said that one could look up or has to confirm. */
export function BasisHint({ of }: { readonly of: Basis | null }) {
  const isStaff = useIsStaff();
  const isTelling = of !== null && (of.source !== null || of.certainty === 'assumption');
  const words = isTelling ? sayBasis(of) : null;
  if (!isStaff || words === null) return null;
  return <small className={styles.hint}>{words}</small>;
}

/** Does the visitor work in a department that handles what others file? */
export function useIsStaff(): boolean {
  return usePortalState(({ session, slice }) => {
    const kind = slice.departments[session.department]?.kind;
    return kind !== undefined && kind !== 'citizen';
  });
}

/** "Law: Act 1 s.2", or null where nothing is said. */
export function sayBasis({ source, certainty }: Basis): string | null {
  switch (certainty) {
    case 'law':
      return source === null ? text(recordMessages.basisLaw) : text(recordMessages.basisLawNamed, { source });
    case 'practice':
      return source === null
        ? text(recordMessages.basisPractice)
        : text(recordMessages.basisPracticeNamed, { source });
    case 'assumption':
      return source === null
        ? text(recordMessages.basisAssumption)
        : text(recordMessages.basisAssumptionNamed, { source });
    case null:
      return source === null ? null : text(recordMessages.basisSource, { source });
  }
}
