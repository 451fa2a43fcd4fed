import { Formio } from '@formio/js';

function componentOf([key, schema], required) {
  const base = { key, label: schema.title, input: true, validate: { required: required.includes(key) } };
  if (schema.enum) {
    const values = schema.enum.map((value) => ({ label: value, value }));
    return { ...base, type: 'select', widget: 'html5', data: { values } };
  }
  if (schema.type === 'boolean') return { ...base, type: 'checkbox' };
  if (schema.type === 'integer') return { ...base, type: 'number' };
  if (schema.format === 'date') return { ...base, type: 'textfield', inputType: 'text' };
  if (schema.format === 'email') return { ...base, type: 'email' };
  return { ...base, type: 'textfield' };
}

export async function mount(place, { schema }) {
  const components = Object.entries(schema.properties).map((entry) => componentOf(entry, schema.required));
  await Formio.createForm(place, { components });
}
