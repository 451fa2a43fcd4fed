/** One's own profile: the name, which some departments let their people change, where one works, and the photo. */
import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import type { WireProfile } from '../../../contract/profile.ts';
import { profileMessages } from '../../../locales/profile.ts';
import { useRead } from '../../data/hooks.ts';
import { Fallback } from '../../page/feedback.tsx';
import { text } from '../../language/text.ts';
import { usePortal, useSession } from '../../session/portal-context.ts';
import { membershipTitle } from '../../session/membership-title.ts';
import { AccountForm, fieldOf } from './account-form.tsx';
import formStyles from '../../page/plain-form.module.css';
import styles from './account.module.css';
import { PhotoForm } from './photo-form.tsx';

export function OwnProfile() {
  const { data, error, mutate } = useRead('GET /profile', {});
  const { memberships } = useSession();
  if (data === undefined) return <Fallback error={error} retry={() => mutate()} />;
  return (
    <div className={styles.profile}>
      {data.may_rename && (
        <OwnNameForm name={data.name} onChange={(next) => void mutate(next, { revalidate: false })} />
      )}
      <dl className={styles.facts}>
        {!data.may_rename && (
          <Fact title={text(profileMessages.name)} lines={[data.name]} hint={text(profileMessages.refused)} />
        )}
        <Fact title={text(profileMessages.email)} lines={[data.username]} />
        <Fact
          title={text(profileMessages.departments)}
          lines={memberships.map((one) =>
            [membershipTitle(one), one.position].filter((part) => part !== null).join(' · '),
          )}
        />
      </dl>
      <section className={formStyles.form} data-narrow>
        <h2>{text(profileMessages.photo)}</h2>
        <PhotoForm />
      </section>
    </div>
  );
}

interface OwnNameFormProps {
  readonly name: string;
  readonly onChange: (profile: WireProfile) => void;
}

function OwnNameForm({ name, onChange }: OwnNameFormProps) {
  const { client, store } = usePortal();
  return (
    <AccountForm
      button={text(profileMessages.save)}
      done={text(profileMessages.nameSaved)}
      send={(data) => client.send('PATCH /profile', { body: { name: fieldOf(data, 'name') } })}
      onDone={async (changed) => {
        store.change((draft) => void (draft.session.name = changed.name));
        onChange(changed);
      }}
    >
      {(errors) => (
        <TextInput
          size="md"
          label={text(profileMessages.name)}
          name="name"
          defaultValue={name}
          required
          maxLength={200}
          withAsterisk={false}
          autoComplete="name"
          error={errors.name}
        />
      )}
    </AccountForm>
  );
}

interface FactProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly hint?: string;
}

function Fact({ title, lines, hint }: FactProps) {
  return (
    <div>
      <dt>{title}</dt>
      {lines.map((line) => (
        <dd key={line}>{line}</dd>
      ))}
      {hint !== undefined && <dd className={styles.hint}>{hint}</dd>}
    </div>
  );
}
