/** Links the providers of sign-ins in portal.yaml, and the departments that have no passwords. */
import type { IdentityProvider, SignInRules } from '../../../portal/model/department.ts';
import type { ParsedFile } from '../../source/source.ts';
import { child, type Cursor, isPresent, items, rootOf, text, texts } from '../input/cursor.ts';
import { type LinkContext, report } from '../input/link-context.ts';
import { departmentOf, departmentsOf } from '../names/department-names.ts';

/** Reports two providers with one key, and departments whose accounts could not sign in at all. */
export function linkSignIn(file: ParsedFile | undefined, context: LinkContext): SignInRules {
  if (file === undefined) return { providers: [], withoutPassword: [] };
  const at = child(rootOf(file), 'signIn');
  const providers = items(child(at, 'providers')).map((one) => linkProvider(one, context));
  items(child(at, 'providers')).forEach((one, index) => {
    const key = text(child(one, 'key')) ?? '';
    const isTaken = providers.slice(0, index).some((other) => other.key === key);
    if (isTaken) report(context, 'provider/duplicate-key', child(one, 'key'), { key });
  });
  const closed = child(at, 'withoutPassword');
  const withoutPassword = isPresent(closed) ? [...new Set(departmentsOf(closed, context))] : [];
  const served = new Set(providers.flatMap(({ departments }) => departments));
  const departments = withoutPassword.filter((key) => !served.has(key));
  if (departments.length > 0) report(context, 'provider/none-for-department', closed, { departments });
  for (const department of withoutPassword) {
    const root = context.names.departments.get(department);
    if (root !== undefined && text(child(root, 'secondStep')) === 'required')
      report(context, 'provider/no-second-step', closed, { department });
  }
  return { providers, withoutPassword };
}

function linkProvider(at: Cursor, context: LinkContext): IdentityProvider {
  const said = (key: string): string => text(child(at, key)) ?? '';
  const served = child(at, 'for');
  const departments = isPresent(served)
    ? departmentsOf(served, context)
    : [...context.names.departments.keys()];
  const withoutAccount = child(at, 'withoutAccount');
  const place = child(withoutAccount, 'open');
  const open = departmentOf(place, context);
  if (open !== null && !departments.includes(open))
    report(context, 'provider/opens-elsewhere', place, { department: open, key: said('key') });
  const scopes = child(at, 'scopes');
  return {
    key: said('key'),
    title: said('title'),
    issuer: said('issuer'),
    clientId: said('clientId'),
    scopes: [...new Set(['openid', ...(isPresent(scopes) ? texts(scopes) : ['email', 'profile'])])],
    departments: [...new Set(departments)],
    withoutAccount: { message: text(child(withoutAccount, 'message')), open },
  };
}
