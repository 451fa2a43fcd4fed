/** A form with a question of each kind, for the stories of fields, steps and errors. */
import type { Form, JsonSchema } from '../engine/portal/model/form.ts';

const money = '^\\d{1,15}(\\.\\d{1,2})?$';
const telephone = '^(?=(\\D*\\d){7,15}\\D*$)\\+?[\\d(][\\d ()-]*\\d$';

export const sampleForm: Form = {
  hash: 'sample',
  title: 'Rent a stall',
  schema: {
    type: 'object',
    required: ['name', 'email', 'goods', 'since', 'rent'],
    properties: {
      name: { type: 'string', title: 'Name of the stall', minLength: 2, maxLength: 80 },
      email: { type: 'string', title: 'E-mail', format: 'email' },
      mobile: { type: 'string', title: 'Mobile number', maxLength: 24, pattern: telephone },
      goods: { type: 'string', title: 'What do you sell?', enum: ['fish', 'fruit', 'clothes'] },
      size: { type: 'string', title: 'Size of the stall', enum: ['small', 'large'] },
      days: {
        type: 'array',
        title: 'Days',
        uniqueItems: true,
        items: { type: 'string', enum: ['weekdays', 'saturday', 'sunday'] },
      },
      since: { type: 'string', title: 'First day', format: 'date' },
      people: { type: 'integer', title: 'People who work there', minimum: 1, maximum: 50 },
      rent: { type: 'string', title: 'Monthly rent', maxLength: 18, pattern: money },
      notes: { type: 'string', title: 'Anything else?', maxLength: 500 },
      agreed: { type: 'boolean', title: 'I have read the rules of the market.' },
      helpers: {
        type: 'array',
        title: 'Helpers',
        maxItems: 5,
        items: {
          type: 'object',
          required: ['helper'],
          properties: {
            helper: { type: 'string', title: 'Name', minLength: 2 },
            age: { type: 'integer', title: 'Age', minimum: 15 },
          },
        },
      },
    },
  },
  uiSchema: {
    name: { 'ui:help': 'As it is written on the sign.' },
    mobile: {
      'ui:widget': 'phone',
      'ui:telephone': { country: '63', trunk: '0', shapes: ['#### ### ####'] },
    },
    goods: { 'ui:enumNames': ['Fish', 'Fruit and vegetables', 'Clothes'] },
    size: { 'ui:widget': 'radio', 'ui:enumNames': ['Small', 'Large'] },
    days: { 'ui:widget': 'checkboxes', 'ui:enumNames': ['Weekdays', 'Saturday', 'Sunday'] },
    people: { 'ui:unit': 'people' },
    rent: { 'ui:widget': 'money', 'ui:signs': ['₱', 'PHP', 'P'] },
    notes: { 'ui:widget': 'textarea' },
    helpers: { 'ui:rowTitle': 'Helper', 'ui:addLabel': 'Add a helper' },
  },
  steps: [
    { id: 'stall', title: 'The stall', description: null, properties: ['name', 'goods', 'size', 'days'] },
    {
      id: 'contact',
      title: 'Contact',
      description: 'We write to this address.',
      properties: ['email', 'mobile'],
    },
    { id: 'money', title: 'Start and rent', description: null, properties: ['since', 'people', 'rent'] },
    { id: 'rest', title: 'Everything else', description: null, properties: ['notes', 'helpers', 'agreed'] },
  ],
  conditions: [],
  factual: [],
  from: {},
  verify: [],
  filledBy: {},
};

/** Answers to all questions. */
export const sampleAnswers: JsonSchema = {
  name: 'Nena’s fish',
  email: 'nena@example.com',
  mobile: '09171234567',
  goods: 'fish',
  size: 'small',
  days: ['weekdays', 'saturday'],
  since: '2027-01-04',
  people: 2,
  rent: '1500.00',
  notes: 'Near the gate, if possible.',
  helpers: [{ helper: 'Ben Cruz', age: 34 }],
  agreed: true,
};
