/** The widgets of questions by the names of `ui:widget`, and which one draws a question. */
import type { ReactNode } from 'react';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import { CheckboxesWidget, CheckboxWidget, RadioWidget, SelectWidget } from '../fields/choice-widgets.tsx';
import type { WidgetProps } from '../fields/form-context.ts';
import { AreaWidget, LocationWidget } from '../fields/location-widgets.tsx';
import { RecordChoice } from '../fields/record-choice.tsx';
import {
  DateTimeWidget,
  DateWidget,
  EmailWidget,
  MoneyWidget,
  NumberWidget,
  PasswordWidget,
  PhoneWidget,
  TimeWidget,
  TextareaWidget,
  TextWidget,
} from '../fields/text-widgets.tsx';

export const portalWidgets = {
  text: TextWidget,
  email: EmailWidget,
  password: PasswordWidget,
  date: DateWidget,
  'date-time': DateTimeWidget,
  textarea: TextareaWidget,
  select: SelectWidget,
  radio: RadioWidget,
  checkbox: CheckboxWidget,
  checkboxes: CheckboxesWidget,
  updown: NumberWidget,
  range: NumberWidget,
  money: MoneyWidget,
  phone: PhoneWidget,
  time: TimeWidget,
  number: NumberWidget,
  location: LocationWidget,
  area: AreaWidget,
  record: RecordChoice,
} satisfies Readonly<Record<string, (props: WidgetProps) => ReactNode>>;

export type WidgetName = keyof typeof portalWidgets;

/** Null: we have no widget for this question. */
export function widgetOf(schema: JsonSchema, ui: JsonSchema): WidgetName | null {
  const { type, format, items } = schema;
  if (type === 'array' && isMapping(items)) return Array.isArray(items['enum']) ? 'checkboxes' : null;
  const wanted = ui['ui:widget'];
  // A place that is only shown from another record has no widget of its own.
  if ('ui:shape' in ui) return ui['ui:shape'] === 'area' ? 'area' : 'location';
  // The portal computes the choice, so nobody chooses.
  if (Array.isArray(schema['enum']) && ui['ui:compute'] !== undefined) return 'text';
  if (typeof wanted === 'string') return isWidgetName(wanted) ? wanted : null;
  if (Array.isArray(schema['enum'])) return 'select';
  if (type === 'boolean') return 'checkbox';
  if (type === 'number' || type === 'integer') return 'number';
  if (type !== 'string') return null;
  if (typeof format !== 'string') return 'text';
  return textFormats[format] ?? null;
}

function isWidgetName(name: string): name is WidgetName {
  return Object.hasOwn(portalWidgets, name);
}

const textFormats: Readonly<Record<string, WidgetName>> = {
  email: 'email',
  date: 'date',
  'date-time': 'date-time',
  money: 'money',
  phone: 'phone',
};
