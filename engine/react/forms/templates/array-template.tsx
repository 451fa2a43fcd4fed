/** A list of rows: each with its number and a way to remove it, and a button for one more. */
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import {
  buttonId,
  getUiOptions,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
} from '@rjsf/utils';
import styles from '../fields.module.css';

export function ArrayTemplate(props: ArrayFieldTemplateProps) {
  const { title, items, canAdd, onAddClick, fieldPathId, uiSchema, schema, disabled, readonly, required } =
    props;
  const { help, addLabel } = getUiOptions(uiSchema);
  const text = typeof help === 'string' ? help : schema.description;
  return (
    <fieldset id={fieldPathId.$id} tabIndex={-1} className={styles.mapping}>
      <legend className={styles.legend}>
        {title}
        {required !== true && <span className={styles.optional}> (optional)</span>}
      </legend>
      {text !== undefined && <p className={styles.help}>{text}</p>}
      <ol className={styles.rows}>{items}</ol>
      {canAdd && disabled !== true && readonly !== true && (
        <Button id={buttonId(fieldPathId, 'add')} variant="default" onClick={onAddClick}>
          {typeof addLabel === 'string' ? addLabel : items.length === 0 ? 'Add one' : 'Add another'}
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
  const name = `${typeof rowTitle === 'string' ? rowTitle : 'Row'} ${index + 1}`;
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <span className={styles.itemName}>{name}</span>
        {buttonsProps.hasRemove && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Remove ${name}`}
            onClick={buttonsProps.onRemoveItem}
          >
            Remove
          </Button>
        )}
      </div>
      {children}
    </li>
  );
}
