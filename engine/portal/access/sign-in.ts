/** Decides with what the accounts of a department sign in. */
import type { Portal } from '../model/portal.ts';
import type { IdentityProvider } from '../model/department.ts';

/** The providers for the accounts of a department, in their order in the configuration. */
export function providersOf({ signIn }: Pick<Portal, 'signIn'>, department: string): IdentityProvider[] {
  return signIn.providers.filter(({ departments }) => departments.includes(department));
}

/** False: its accounts sign in with a provider only. */
export function hasPasswords({ signIn }: Pick<Portal, 'signIn'>, department: string): boolean {
  return !signIn.withoutPassword.includes(department);
}
