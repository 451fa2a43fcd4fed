/** The legal basis of a question. Offices see every source and how sure it is; requesters see the law. */
import type { Basis } from '../../portal/model/place.ts';
import { usePortalState } from '../session/portal-context.ts';
import { text } from '../language/text.ts';
import styles from './facts.module.css';
import { recordMessages } from '../../locales/records.ts';

/** Renders nothing for applicants, or if there is no source to look up or to confirm. */
export function BasisHint({ of }: { readonly of: Basis | null }) {
  const isStaff = useIsStaff();
  const isTelling = of !== null && (of.source !== null || of.certainty === 'assumption');
  const words = isTelling ? sayBasis(of) : null;
  if (!isStaff || words === null) return null;
  return <small className={styles.hint}>{words}</small>;
}

/** Decides whether the visitor works in a department that processes others' records. */
export function useIsStaff(): boolean {
  return usePortalState(({ session, slice }) => {
    const kind = slice.departments[session.department]?.kind;
    return kind !== undefined && kind !== 'requester';
  });
}

/** The basis in words for this visitor: requesters only read of laws. */
export function useBasisWords(): (basis: Basis) => string | null {
  const isStaff = useIsStaff();
  return (basis) => (isStaff || basis.certainty === 'law' ? sayBasis(basis) : null);
}

/** "Law: Act 1 s.2", or null without a source. */
function sayBasis({ source, certainty }: Basis): string | null {
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
