/** The questions of a mapping or row: those that apply, given the answers of the row. */
import { getUiOptions, type ObjectFieldTemplateProps } from '@rjsf/utils';
import { isAsked } from '../../../portal/forms/form-conditions.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import { text } from '../../text.ts';
import { helpId } from './described-by.ts';
import type { FormContext } from './form-context.ts';
import styles from './fields.module.css';
import { formMessages } from '../../../locales/forms.ts';

export function ObjectTemplate(props: ObjectFieldTemplateProps) {
  const { properties, title, description, fieldPathId, formData, registry, required, uiSchema } = props;
  const keys = fieldPathId.path.filter((key) => typeof key !== 'number').map(String);
  const { form, answers } = registry.formContext as FormContext;
  const around: unknown = formData;
  const level = { ...answers, ...(isMapping(around) ? around : {}) };
  const isShown = (name: string) => {
    const path = [...keys, name].join('.');
    // The root's questions were already selected.
    return (
      keys.length === 0 ||
      isAsked(
        form.conditions.find(({ property }) => property === path),
        level,
      )
    );
  };
  const fields = properties.filter(({ name }) => isShown(name)).map(({ content }) => content);
  if (keys.length === 0) return <div className={styles.fields}>{fields}</div>;
  // The list numbers its rows.
  if (typeof fieldPathId.path.at(-1) === 'number') return <div className={styles.row}>{fields}</div>;
  const { help } = getUiOptions(uiSchema);
  const explanation = typeof help === 'string' ? help : description;
  const id = fieldPathId.$id;
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={styles.mapping}
      aria-describedby={explanation === undefined ? undefined : helpId(id)}
    >
      {title !== '' && (
        <legend className={styles.legend}>
          {title}
          {required !== true && <span className={styles.optional}> {text(formMessages.optional)}</span>}
        </legend>
      )}
      {explanation !== undefined && (
        <div id={helpId(id)} className={styles.help}>
          {explanation}
        </div>
      )}
      <div className={styles.fields}>{fields}</div>
    </fieldset>
  );
}
