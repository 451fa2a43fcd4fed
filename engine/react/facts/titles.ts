/** What the questions of a form are called. */
import { propertiesOf } from '../../portal/forms/form-levels.ts';
import type { WireForm } from '../../portal/wire/slice.ts';

export function titlesOf(form: WireForm): ReadonlyMap<string, string> {
  const questions = Object.entries(propertiesOf(form.schema));
  return new Map(questions.map(([name, { title }]) => [name, typeof title === 'string' ? title : name]));
}
