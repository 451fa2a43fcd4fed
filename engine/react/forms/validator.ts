/** The validator of a form, compiled by the server: the page's policy lets nothing be compiled here. */
import { hashForSchema, type ValidatorType } from '@rjsf/utils';
import type { Answers } from '../../portal/forms/form-conditions.ts';
import type { AnswerCheck } from '../../portal/forms/form-verdict.ts';
import type { SchemaFault } from '../../portal/forms/form-words.ts';

export interface FormValidator {
  /** Judges all answers against the whole form. */
  readonly check: AnswerCheck;
  /** What the form library asks while it shows branches of a schema. */
  readonly library: ValidatorType<Answers>;
}

interface Validate {
  (data: unknown): boolean;
  errors?: readonly SchemaFault[] | null;
}

/**
 * Loads the module at this address.
 * @throws when it cannot be had, as without a connection
 */
export async function loadValidator(address: string): Promise<FormValidator> {
  const module: unknown = await import(/* @vite-ignore */ address);
  if (!isValidatorModule(module)) throw new Error('This is no validator of a form.');
  const { root, parts } = module;
  return { check: (answers) => faultsOf(root, answers), library: libraryOf(parts) };
}

/** Without a connection the server alone judges, once it is back. */
export const lenient: FormValidator = { check: () => [], library: libraryOf({}) };

function faultsOf(validate: Validate, data: unknown): readonly SchemaFault[] {
  return validate(data) ? [] : [...(validate.errors ?? [])];
}

/** The library validates nothing here: `judge` does, over all steps at once. */
function libraryOf(parts: Readonly<Record<string, Validate>>): ValidatorType<Answers> {
  return {
    isValid(schema, data) {
      const key = hashForSchema(schema);
      return Object.hasOwn(parts, key) ? (parts[key]?.(data) ?? false) : false;
    },
    validateFormData: () => ({ errors: [], errorSchema: {} }),
    rawValidation: () => ({ errors: [] }),
  };
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
