/** The validator of a form, compiled by the server: the content security policy forbids compilation here. */
import { useEffect, useState } from 'react';
import type { AnswerCheck } from '../../portal/forms/form-verdict.ts';
import type { SchemaFault } from '../../portal/forms/form-words.ts';
import { useIsReached } from '../data/live.ts';
import { usePortal } from '../session/portal-context.ts';

export interface FormValidator {
  /** Validates all answers against the whole form. */
  readonly check: AnswerCheck;
  /** The branches of the schema, by the hash that the form library uses while it renders them. */
  readonly parts: Readonly<Record<string, Validate>>;
}

interface Validate {
  (data: unknown): boolean;
  errors?: readonly SchemaFault[] | null;
}

/**
 * Loads the module at this URL.
 * @throws if it cannot be loaded, for example without a connection
 */
async function loadValidator(address: string): Promise<FormValidator> {
  const module: unknown = await import(/* @vite-ignore */ address);
  if (!isValidatorModule(module)) throw new Error('This is no validator of a form.');
  const { root, parts } = module;
  return { check: (answers) => faultsOf(root, answers), parts };
}

/** Without a connection only the server validates, once it is reachable. */
export const lenient: FormValidator = { check: () => [], parts: {} };

function faultsOf(validate: Validate, data: unknown): readonly SchemaFault[] {
  return validate(data) ? [] : [...(validate.errors ?? [])];
}

function isValidatorModule(
  module: unknown,
): module is { root: Validate; parts: Readonly<Record<string, Validate>> } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'root' in module &&
    typeof module.root === 'function' &&
    'parts' in module
  );
}

const loaded = new Map<string, FormValidator>();
const loading = new Map<string, Promise<FormValidator>>();
let attempts = 0;

/** Milliseconds after which a form is filled in without a validator, which may still come. */
const longestWait = 12_000;
/** Milliseconds. */
const pauseBetweenTries = 10_000;

/**
 * Null while it loads. While it cannot be loaded: a validator that leaves the decision to the server. It is tried again
 * as long as the form is open, and at once when there is a connection again.
 */
export function useValidator(hash: string | null): FormValidator | null {
  const { client } = usePortal();
  const isReached = useIsReached();
  const [, setRevision] = useState(0);
  useEffect(() => {
    if (hash === null || isLoaded(hash) || (!isReached && loaded.has(hash))) return;
    const address = client.addressOf('GET /forms/:hash/validator.js', { params: { hash } });
    let isCurrent = true;
    let next: number | undefined;
    const load = async () => {
      const validator = await loadOnce(hash, address);
      if (!isCurrent) return;
      setRevision((revision) => revision + 1);
      if (validator === lenient) next = window.setTimeout(load, pauseBetweenTries);
    };
    void load();
    return () => {
      isCurrent = false;
      window.clearTimeout(next);
    };
  }, [client, hash, isReached]);
  return hash === null ? null : (loaded.get(hash) ?? null);
}

/** Several parts of a page wait for the same one. */
function loadOnce(hash: string, address: string): Promise<FormValidator> {
  const found = loading.get(hash);
  if (found !== undefined) return found;
  // A browser never asks again for a module that it could not load, unless the fragment of its address is another.
  const started = loadValidator(loaded.has(hash) ? `${address}#${++attempts}` : address).catch(() => lenient);
  const late = new Promise<FormValidator>((resolve) =>
    window.setTimeout(() => resolve(lenient), longestWait),
  );
  const first = Promise.race([started, late]).then((validator) => {
    loading.delete(hash);
    if (!isLoaded(hash)) loaded.set(hash, validator);
    return validator;
  });
  loading.set(hash, first);
  return first;
}

function isLoaded(hash: string): boolean {
  const validator = loaded.get(hash);
  return validator !== undefined && validator !== lenient;
}
