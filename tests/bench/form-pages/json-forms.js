import { JsonForms } from '@jsonforms/react';
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers';
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Page({ schema }) {
  const [data, setData] = useState({});
  return createElement(JsonForms, {
    schema,
    data,
    renderers: vanillaRenderers,
    cells: vanillaCells,
    onChange: ({ data: next }) => setData(next),
  });
}

export function mount(place, { schema }) {
  createRoot(place).render(createElement(Page, { schema }));
}
