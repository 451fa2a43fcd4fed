/** The portal's theme for the form library: native fields that mount fast, inside our own frame. */
import type { ThemeProps } from '@rjsf/core';
import { ArrayItemTemplate, ArrayTemplate, FieldTemplate, ObjectTemplate } from './templates.tsx';
import { CheckboxesWidget, CheckboxWidget, RadioWidget, SelectWidget } from './choice-widgets.tsx';
import {
  DateWidget,
  EmailWidget,
  MoneyWidget,
  NumberWidget,
  PasswordWidget,
  PhoneWidget,
  TextareaWidget,
  TextWidget,
} from './text-widgets.tsx';

const Nothing = () => null;

export const portalTheme: ThemeProps = {
  widgets: {
    TextWidget,
    EmailWidget,
    PasswordWidget,
    DateWidget,
    TextareaWidget,
    SelectWidget,
    RadioWidget,
    CheckboxWidget,
    CheckboxesWidget,
    UpDownWidget: NumberWidget,
    RangeWidget: NumberWidget,
    money: MoneyWidget,
    phone: PhoneWidget,
    number: NumberWidget,
  },
  templates: {
    FieldTemplate,
    ObjectFieldTemplate: ObjectTemplate,
    ArrayFieldTemplate: ArrayTemplate,
    ArrayFieldItemTemplate: ArrayItemTemplate,
    // Help and errors are in the frame of the field.
    FieldHelpTemplate: Nothing,
    FieldErrorTemplate: Nothing,
    ErrorListTemplate: Nothing,
  },
};
