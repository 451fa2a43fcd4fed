/** Which record is a page about? The last parameter of its path that names one. */
import { recordParameterOf } from '../../../portal/routing/links.ts';
import type { Route } from '../../../portal/model/route.ts';

export function subjectOf(
  route: Route,
  params: Readonly<Record<string, string>>,
): { readonly type: string; readonly slug: string } | null {
  const parameter = recordParameterOf(route);
  const slug = parameter === null ? undefined : params[parameter.name];
  return parameter === null || slug === undefined ? null : { type: parameter.type, slug };
}
