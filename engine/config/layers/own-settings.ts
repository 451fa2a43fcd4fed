/** The settings of a layer's file of routes count for its own routes, and never for those of the base. */
import { isMapping, mappingOf } from '../../portal/values/is-mapping.ts';
import { keysOf, pointerTo } from '../../portal/values/pointer.ts';
import { originOf, withOrigin } from '../source/origin.ts';
import type { ParsedFile } from '../source/source.ts';

/** A route that has one of these keys does not take any of them from its file. */
const settings: readonly (readonly string[])[] = [['chain', 'guards'], ['area']];

/** The file with the settings above its routes written in each of them that has no own; a file of another kind as it is. */
export function withOwnSettings(file: ParsedFile): ParsedFile {
  if (file.kind !== 'route') return file;
  const { routes, ...root } = mappingOf(file.value);
  const taken = settings.map((keys) => keys.filter((key) => Object.hasOwn(root, key)));
  const moved = new Set<string>();
  const written = Object.entries(mappingOf(routes)).map(([name, route]): [string, unknown] => {
    if (!isMapping(route)) return [name, route];
    const missing = taken.filter((_, at) => !settings[at]?.some((key) => Object.hasOwn(route, key))).flat();
    for (const key of missing) moved.add(pointerTo('routes', name, key));
    return [name, { ...route, ...Object.fromEntries(missing.map((key) => [key, root[key]])) }];
  });
  const isSetting = (key: string): boolean => taken.some((keys) => keys.includes(key));
  const value = {
    ...Object.fromEntries(Object.entries(root).filter(([key]) => !isSetting(key))),
    ...(routes !== undefined && { routes: isMapping(routes) ? Object.fromEntries(written) : routes }),
  };
  return withOrigin(file, value, (pointer) => {
    const keys = keysOf(pointer);
    const isMoved = moved.has(pointerTo(...keys.slice(0, 3)));
    return originOf({ file, pointer: isMoved ? pointerTo(...keys.slice(2)) : pointer });
  });
}
