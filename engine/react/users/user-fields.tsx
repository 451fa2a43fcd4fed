/** The questions about an account: name, position, unit and permissions. */
import { Checkbox, Fieldset, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Fieldset.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Input.layer.css';
import type { WireAccountFlag, WireAccountPlace } from '../../contract/accounts.ts';
import { userMessages } from '../../locales/users.ts';
import type { FieldTexts } from '../api/problem.ts';
import { text } from '../language/text.ts';
import styles from './users.module.css';

export interface UserAnswers {
  readonly name: string;
  readonly position: string;
  readonly unit: string | null;
  readonly flags: Readonly<Record<string, boolean>>;
}

interface AnswerSource {
  readonly position?: string | null;
  readonly unit?: string | null;
  readonly flags: readonly WireAccountFlag[];
}

/** The answers about a membership of an account, or of a new one. */
export function answersOf({ position = null, unit = null, flags }: AnswerSource, name = ''): UserAnswers {
  return {
    name,
    position: position ?? '',
    unit,
    flags: Object.fromEntries(flags.map((flag) => [flag.name, flag.value])),
  };
}

/** The answers of a new account or membership in this department. */
export function blankIn({ units, flags }: WireAccountPlace): UserAnswers {
  return answersOf({ flags, unit: units[0]?.value ?? null });
}

interface MembershipFieldsProps {
  readonly answers: UserAnswers;
  readonly units: WireAccountPlace['units'];
  readonly flags: readonly WireAccountFlag[];
  readonly errors: FieldTexts;
  readonly onChange: (answers: UserAnswers) => void;
}

export function NameField({
  answers,
  errors,
  onChange,
}: Pick<MembershipFieldsProps, 'answers' | 'errors' | 'onChange'>) {
  return (
    <TextInput
      size="md"
      name="name"
      label={text(userMessages.name)}
      required
      withAsterisk={false}
      autoComplete="off"
      maxLength={200}
      value={answers.name}
      error={errors.name?.join('\n')}
      onChange={({ currentTarget }) => onChange({ ...answers, name: currentTarget.value })}
    />
  );
}

/** The questions about a department: position, unit and permissions there. */
export function MembershipFields({ answers, units, flags, errors, onChange }: MembershipFieldsProps) {
  const change = (part: Partial<UserAnswers>) => onChange({ ...answers, ...part });
  return (
    <>
      <TextInput
        size="md"
        name="position"
        label={text(userMessages.position)}
        description={text(userMessages.optional)}
        autoComplete="off"
        maxLength={200}
        value={answers.position}
        error={errors.position?.join('\n')}
        onChange={({ currentTarget }) => change({ position: currentTarget.value })}
      />
      {units.length > 0 && (
        <NativeSelect
          size="md"
          name="unit"
          label={text(userMessages.unit)}
          value={answers.unit ?? ''}
          data={units.map(({ value, title }) => ({ value: value ?? '', label: title }))}
          error={errors.unit?.join('\n')}
          onChange={({ currentTarget }) => change({ unit: currentTarget.value || null })}
        />
      )}
      {flags.length > 0 && (
        <Fieldset legend={text(userMessages.flagsHeading)} className={styles.flags ?? ''}>
          {flags.map(({ name, title, editable }) => (
            <Checkbox
              key={name}
              name={`flags.${name}`}
              label={title}
              description={editable ? undefined : text(userMessages.flagClosed)}
              disabled={!editable}
              checked={answers.flags[name] ?? false}
              error={errors[`flags.${name}`]?.join('\n')}
              onChange={({ currentTarget }) =>
                change({ flags: { ...answers.flags, [name]: currentTarget.checked } })
              }
            />
          ))}
        </Fieldset>
      )}
    </>
  );
}
