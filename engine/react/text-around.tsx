/** A sentence with elements in it, each where the language of the page wants it. */
import { Fragment, type ReactNode } from 'react';

/**
 * @param sentence as `text` gave it, with `{name}` where an element stands
 * @param elements by name; an unknown name stays as it is written
 */
export function textAround(sentence: string, elements: Readonly<Record<string, ReactNode>>): ReactNode {
  // Every second part is a name: the pattern keeps what it matched.
  return sentence
    .split(/\{(\w+)\}/)
    .map((part, index) => (
      <Fragment key={`${String(index)} ${part}`}>
        {index % 2 === 0 ? part : (elements[part] ?? `{${part}}`)}
      </Fragment>
    ));
}
