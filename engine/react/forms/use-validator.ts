/** The validator of a form, loaded once the form is shown. */
import { useEffect, useState } from 'react';
import { usePortal } from '../portal-context.ts';
import { lenient, loadValidator, type FormValidator } from './validator.ts';

const loaded = new Map<string, FormValidator>();

/** Null while it is on its way; without a connection one that leaves the verdict to the server. */
export function useValidator(hash: string | null): FormValidator | null {
  const { client } = usePortal();
  const [, setRevision] = useState(0);
  useEffect(() => {
    if (hash === null || loaded.has(hash)) return;
    let isCurrent = true;
    void loadValidator(client.addressOf('GET /forms/:hash/validator.js', { params: { hash } }))
      .catch(() => lenient)
      .then((validator) => {
        loaded.set(hash, validator);
        // Asked for again the next time that a form is opened.
        if (validator === lenient) setTimeout(() => loaded.delete(hash), 10_000);
        if (isCurrent) setRevision((revision) => revision + 1);
      });
    return () => {
      isCurrent = false;
    };
  }, [client, hash]);
  return hash === null ? null : (loaded.get(hash) ?? null);
}
