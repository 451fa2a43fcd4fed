/** The frames of a question, of a group of questions and of a list of rows. */
import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import { createContext, type ReactNode, useContext } from 'react';
import { formMessages } from '../../../locales/forms.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { text } from '../../language/text.ts';
import { errorId, helpId } from './form-context.ts';
import styles from '../forms.module.css';

/** What the page remarks at questions, by path, without refusing their answers. */
export const QuestionHints = createContext<Readonly<Record<string, ReactNode>>>({});

interface FrameProps {
  readonly id: string;
  /** Such as `lines.0.units`. */
  readonly path: string;
  readonly faults: readonly string[];
  /** Corrected errors, which keep their place. */
  readonly corrected: readonly string[];
  readonly children: ReactNode;
}

interface QuestionFrameProps extends FrameProps {
  readonly title: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
  readonly widget: string | undefined;
  readonly help: string | undefined;
}

export function QuestionFrame(props: QuestionFrameProps) {
  const { id, path, title, schema, widget, faults, corrected, isRequired, children } = props;
  const isTick = schema['type'] === 'boolean' && widget !== 'radio' && widget !== 'select';
  const isOpen = schema['type'] === 'array' || widget === 'radio';
  // A tick box is its own label, so its help is below it, not below the question before.
  const help = props.help !== undefined && (
    <p id={helpId(id)} className={styles.help} data-tick={isTick}>
      {props.help}
    </p>
  );
  const name = <Title title={title} isRequired={isRequired} />;
  const hint = useContext(QuestionHints)[path];
  return (
    <div
      className={styles.field}
      data-question={path}
      data-error={faults.length > 0}
      data-corrected={corrected.length > 0}
    >
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
      <Faults id={id} messages={faults} corrected={corrected} />
      {children}
      {isTick && help}
      {hint !== undefined && <output className={styles.hint}>{hint}</output>}
    </div>
  );
}

/** Mappings and lists of rows have their own heading. */
export function GroupFrame({ id, faults, corrected, children }: Omit<FrameProps, 'path'>) {
  return (
    <div className={styles.group} data-error={faults.length > 0} data-corrected={corrected.length > 0}>
      <Faults id={id} messages={faults} corrected={corrected} />
      {children}
    </div>
  );
}

function Title({ title, isRequired }: { readonly title: string; readonly isRequired: boolean }) {
  return (
    <>
      {title}
      {!isRequired && <span className={styles.optional}> {text(formMessages.optional)}</span>}
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

interface GroupSetProps {
  readonly id: string;
  /** `''`: none. */
  readonly title: string;
  readonly isRequired: boolean;
  readonly help: ReactNode;
  readonly children: ReactNode;
}

export function GroupSet({ id, title, isRequired, help, children }: GroupSetProps) {
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={styles.mapping}
      aria-describedby={help === undefined ? undefined : helpId(id)}
    >
      {title !== '' && (
        <legend className={styles.legend}>
          <Title title={title} isRequired={isRequired} />
        </legend>
      )}
      {help !== undefined && (
        <div id={helpId(id)} className={styles.help}>
          {help}
        </div>
      )}
      {children}
    </fieldset>
  );
}

/** The questions of the form, or of a group. */
export function QuestionList({ children }: { readonly children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}

/** Neighbours in a long form. A browser paints one block without the others. */
export function QuestionBlock({ children }: { readonly children: ReactNode }) {
  return <div className={styles.block}>{children}</div>;
}

/** The questions of one row. */
export function RowQuestions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

interface RowListProps extends GroupSetProps {
  readonly count: number;
  readonly addLabel: unknown;
  /** Null: no more rows. */
  readonly onAdd: (() => void) | null;
}

export function RowList({ count, addLabel, onAdd, children, ...set }: RowListProps) {
  const usual = text(count === 0 ? formMessages.addFirst : formMessages.addAnother);
  return (
    <GroupSet {...set}>
      <ol className={styles.rows}>{children}</ol>
      {onAdd !== null && (
        <Button id={`${set.id}__add`} variant="default" onClick={onAdd}>
          {typeof addLabel === 'string' ? addLabel : usual}
        </Button>
      )}
    </GroupSet>
  );
}

interface RowFrameProps {
  readonly index: number;
  readonly title: unknown;
  /** Null: the row must stay. */
  readonly onRemove: (() => void) | null;
  readonly children: ReactNode;
}

export function RowFrame({ index, title, onRemove, children }: RowFrameProps) {
  const name = `${typeof title === 'string' ? title : text(formMessages.row)} ${index + 1}`;
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <span className={styles.itemName}>{name}</span>
        {onRemove !== null && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={text(formMessages.removeNamed, { name })}
            onClick={onRemove}
          >
            {text(formMessages.remove)}
          </Button>
        )}
      </div>
      {children}
    </li>
  );
}
