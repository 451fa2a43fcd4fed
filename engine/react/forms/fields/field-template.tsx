/**
 * The frame of every field: label, "optional", help and errors, then the field. For a tick box, the help is below it.
 */
import { getUiOptions, type FieldTemplateProps } from '@rjsf/utils';
import { text } from '../../text.ts';
import { errorId, helpId } from './described-by.ts';
import styles from './fields.module.css';
import type { FormContext } from './form-context.ts';
import { formMessages } from '../../../locales/forms.ts';

export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, rawErrors = [], required, hidden, schema, uiSchema } = props;
  const corrected = correctedAt(props);
  if (hidden) return <div hidden>{children}</div>;
  if (isGroup(props)) return <Group {...props} />;
  const { widget, help: written } = getUiOptions(uiSchema);
  const isTick = schema.type === 'boolean' && widget !== 'radio' && widget !== 'select';
  const isOpen = schema.type === 'array' || widget === 'radio' || (schema.type === 'boolean' && !isTick);
  const explanation = typeof written === 'string' ? written : schema.description;
  // A tick box is its own label, so its help is below it, not below the question before.
  const help = explanation !== undefined && (
    <p id={helpId(id)} className={styles.help} data-tick={isTick}>
      {explanation}
    </p>
  );
  const name = <Label name={label} isRequired={required} />;
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
