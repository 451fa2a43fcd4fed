import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Model } from 'survey-core';
import 'survey-core/survey-core.css';
import { Survey } from 'survey-react-ui';

function elementOf([name, schema], required) {
  const base = { name, title: schema.title, isRequired: required.includes(name) };
  if (schema.enum) return { ...base, type: 'dropdown', choices: schema.enum, renderAs: 'select' };
  if (schema.type === 'boolean') return { ...base, type: 'boolean', renderAs: 'checkbox' };
  if (schema.type === 'integer') return { ...base, type: 'text' };
  if (schema.format === 'date') return { ...base, type: 'text', inputType: 'date' };
  if (schema.format === 'email') return { ...base, type: 'text', inputType: 'email' };
  return { ...base, type: 'text', ...(schema.maxLength && { maxLength: schema.maxLength }) };
}

export function mount(place, { schema }) {
  const elements = Object.entries(schema.properties).map((entry) => elementOf(entry, schema.required));
  const model = new Model({ elements, textUpdateMode: 'onTyping', lazyRenderEnabled: false });
  createRoot(place).render(createElement(Survey, { model }));
}
