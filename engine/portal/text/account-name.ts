/** The name of an account as its reader sees it. */
import type { Portal } from '../model/portal.ts';

interface NamedAccount {
  readonly name: string;
  /** The key of its department. */
  readonly department: string | null;
}

/**
 * A demonstration account has the name of its department, so this name is translated. Any other name is a person's own.
 * @param portal in the language of its files
 * @param reader in the reader's language
 * @returns the name, and whether it is the department's
 */
export function accountName(
  portal: Portal,
  reader: Portal,
  { name, department }: NamedAccount,
): { readonly name: string; readonly isDepartment: boolean } {
  const key = department ?? '';
  const isDepartment = Object.hasOwn(portal.departments, key) && portal.departments[key]?.title === name;
  return { name: isDepartment ? (reader.departments[key]?.title ?? name) : name, isDepartment };
}
