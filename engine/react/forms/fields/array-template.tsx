/** A list of rows: each with its number and a remove button, and a button that adds a row. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import {
  buttonId,
  getUiOptions,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
} from '@rjsf/utils';
import { text } from '../../text.ts';
import styles from './fields.module.css';
import { formMessages } from '../../../locales/forms.ts';

export function ArrayTemplate(props: ArrayFieldTemplateProps) {
  const { title, items, canAdd, onAddClick, fieldPathId, uiSchema, schema, disabled, readonly, required } =
    props;
  const { help, addLabel } = getUiOptions(uiSchema);
  const explanation = typeof help === 'string' ? help : schema.description;
  return (
    <fieldset id={fieldPathId.$id} tabIndex={-1} className={styles.mapping}>
      <legend className={styles.legend}>
        {title}
        {required !== true && <span className={styles.optional}> {text(formMessages.optional)}</span>}
      </legend>
      {explanation !== undefined && <p className={styles.help}>{explanation}</p>}
      <ol className={styles.rows}>{items}</ol>
      {canAdd && disabled !== true && readonly !== true && (
        <Button id={buttonId(fieldPathId, 'add')} variant="default" onClick={onAddClick}>
          {typeof addLabel === 'string'
            ? addLabel
            : items.length === 0
              ? text(formMessages.addFirst)
              : text(formMessages.addAnother)}
        </Button>
      )}
    </fieldset>
  );
}

export function ArrayItemTemplate({
  children,
  index,
  buttonsProps,
  parentUiSchema,
}: ArrayFieldItemTemplateProps) {
  const { rowTitle } = getUiOptions(parentUiSchema);
  const name = `${typeof rowTitle === 'string' ? rowTitle : text(formMessages.row)} ${index + 1}`;
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <span className={styles.itemName}>{name}</span>
        {buttonsProps.hasRemove && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={text(formMessages.removeNamed, { name })}
            onClick={buttonsProps.onRemoveItem}
          >
            {text(formMessages.remove)}
          </Button>
        )}
      </div>
      {children}
    </li>
  );
}
