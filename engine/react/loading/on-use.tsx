/** Components whose code loads on first use. */
import { type ComponentType, lazy, useState } from 'react';

/** A component, and the promise of its code: once that is there, it draws at once, without a placeholder before. */
export type OnUse<Props> = ComponentType<Props> & { readonly prepare: () => Promise<unknown> };

export function onUse<Props extends object>(load: () => Promise<ComponentType<Props>>): OnUse<Props> {
  let loaded: ComponentType<Props> | null = null;
  const prepare = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  const Later = lazy(prepare) as ComponentType<Props>;
  const Prepared = (props: Props) => {
    // It stays the same while it is on the page.
    const [Drawn] = useState(() => loaded ?? Later);
    return <Drawn {...props} />;
  };
  return Object.assign(Prepared, { prepare });
}
