/** A sentence with elements in it, each where the language of the page wants it. */
import { Fragment, type ReactNode } from 'react';
import type { English, MessageTemplate, PlacesOf } from '../locales/catalogue.ts';
import { textOf } from './text.ts';

/** @param elements by the name of their place; a number decides the plural, so give it beside the element as `number` */
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
  // Every second part is a name: the pattern keeps what it matched.
  return textOf(template, number)
    .split(/\{(\w+)\}/)
    .map((part, index) => (
      <Fragment key={`${String(index)} ${part}`}>
        {index % 2 === 0 ? part : (elements[part] ?? `{${part}}`)}
      </Fragment>
    ));
}
