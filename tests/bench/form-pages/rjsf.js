import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

export function mount(place, { schema }) {
  createRoot(place).render(
    createElement(Form, { schema, validator, liveValidate: false, noHtml5Validate: true }),
  );
}
