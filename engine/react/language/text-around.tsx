/** A message with elements inside, each at the position that the language requires. */
import { Fragment, type ReactNode } from 'react';
import type { English, MessageTemplate, PlacesOf } from '../../locales/catalogue.ts';
import { textOf } from './text.ts';

/**
 * @param elements by the name of their placeholder; a number selects the plural, so pass it as `number` besides the
 * element
 */
export function textAround<Text extends English>(
  template: MessageTemplate<Text>,
  elements: Readonly<Record<PlacesOf<Text>, ReactNode>>,
  number?: number,
): ReactNode;
export function textAround(
  template: MessageTemplate,
  elements: Readonly<Record<string, ReactNode>>,
  number = 1,
): ReactNode {
  // Every second part is a name: the pattern keeps its matches.
  return textOf(template, number)
    .split(/\{(\w+)\}/)
    .map((part, index) => (
      <Fragment key={`${String(index)} ${part}`}>
        {index % 2 === 0 ? part : (elements[part] ?? `{${part}}`)}
      </Fragment>
    ));
}
