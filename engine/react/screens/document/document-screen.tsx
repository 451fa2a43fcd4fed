/** A document: checked by its code, or the one that a record was issued. */
import type { ScreenProps } from '../../router/screen.ts';
import { CodePage } from './code-page.tsx';
import { IssuedPage } from './issued-page.tsx';

export function DocumentScreen(props: ScreenProps) {
  const { route, params } = props;
  const name = Object.keys(route.params).find((one) => 'document' in (route.params[one] ?? {}));
  const code = name === undefined ? undefined : params[name];
  return code === undefined ? <IssuedPage {...props} /> : <CodePage title={route.title} code={code} />;
}
