/** The frames of a question, of a group of questions and of a list of rows. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import {
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  buttonId,
  type FieldTemplateProps,
  getUiOptions,
  type ObjectFieldTemplateProps,
} from '@rjsf/utils';
import { formMessages } from '../../../locales/forms.ts';
import { isAsked } from '../../../portal/forms/form-conditions.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import { text } from '../../language/text.ts';
import { errorId, type FormContext, helpId } from './form-context.ts';
import styles from './fields.module.css';

export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, rawErrors = [], required, hidden, schema, uiSchema } = props;
  const corrected = correctedAt(props);
  if (hidden) return <div hidden>{children}</div>;
  if (isGroup(props)) return <Group {...props} />;
  const { widget, help: written, compute } = getUiOptions(uiSchema);
  const isTick = schema.type === 'boolean' && widget !== 'radio' && widget !== 'select';
  const isOpen = schema.type === 'array' || widget === 'radio' || (schema.type === 'boolean' && !isTick);
  const explanation = typeof written === 'string' ? written : schema.description;
  // A tick box is its own label, so its help is below it, not below the question before.
  const help = explanation !== undefined && (
    <p id={helpId(id)} className={styles.help} data-tick={isTick}>
      {explanation}
    </p>
  );
  const name = <Label name={label} isRequired={required || compute !== undefined} />;
  return (
    <div className={styles.field} data-error={rawErrors.length > 0} data-corrected={corrected.length > 0}>
      {!isTick &&
        (isOpen ? (
          <span id={`${id}-label`} className={styles.label}>
            {name}
          </span>
        ) : (
          <label htmlFor={id} id={`${id}-label`} className={styles.label}>
            {name}
          </label>
        ))}
      {!isTick && help}
      <Faults id={id} messages={rawErrors} corrected={corrected} />
      {children}
      {isTick && help}
    </div>
  );
}

/** Mappings and lists of rows have their own heading. */
function isGroup({ schema, uiSchema }: FieldTemplateProps): boolean {
  if (schema.type === 'object') return true;
  if (schema.type !== 'array') return false;
  const items = typeof schema.items === 'object' && !Array.isArray(schema.items) ? schema.items : {};
  return items.enum === undefined && getUiOptions(uiSchema).widget !== 'checkboxes';
}

function Group(props: FieldTemplateProps) {
  const { id, children, rawErrors = [] } = props;
  const corrected = correctedAt(props);
  return (
    <div className={styles.group} data-error={rawErrors.length > 0} data-corrected={corrected.length > 0}>
      <Faults id={id} messages={rawErrors} corrected={corrected} />
      {children}
    </div>
  );
}

/** A corrected error of this field. */
function correctedAt({ id, registry }: FieldTemplateProps): readonly string[] {
  const { corrected } = registry.formContext as Partial<FormContext>;
  return corrected?.get(id) ?? [];
}

function Label({ name, isRequired }: { readonly name: string; readonly isRequired?: boolean | undefined }) {
  return (
    <>
      {name}
      {isRequired !== true && <span className={styles.optional}> {text(formMessages.optional)}</span>}
    </>
  );
}

interface FaultsProps {
  readonly id: string;
  readonly messages: readonly string[];
  readonly corrected: readonly string[];
}

function Faults({ id, messages, corrected }: FaultsProps) {
  if (messages.length > 0) {
    return (
      <p id={errorId(id)} className={styles.fault}>
        {messages.join(' ')}
      </p>
    );
  }
  if (corrected.length === 0) return null;
  return (
    <p aria-hidden className={`${styles.fault ?? ''} ${styles.gone ?? ''}`}>
      {corrected.join(' ')}
    </p>
  );
}

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
