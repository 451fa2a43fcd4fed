/** Switches between the departments of the account and the officers for whom it acts. */
import { Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { IconArrowsRightLeft, IconCheck } from '@tabler/icons-react';
import { accountMessages } from '../../locales/account.ts';
import { delegationMessages } from '../../locales/delegations.ts';
import { text } from '../language/text.ts';
import { sayDate } from '../page/dates.ts';
import { useSession, useSlice } from '../session/portal-context.ts';
import { membershipTitle } from '../session/membership-title.ts';
import { Icon } from '../theme/icon.tsx';
import { useActing } from './acting.tsx';
import headerStyles from './shell.module.css';

export function ActSwitch() {
  const { memberships, actsFor, deputyOf } = useSession();
  const { timeZone } = useSlice();
  const { isBusy, choose, chooseMembership } = useActing();
  const own = memberships.map((one) => ({
    id: one.id,
    label: membershipTitle(one),
    isChosen: one.chosen && actsFor === null,
    onChoose: () => (one.chosen ? choose(null) : chooseMembership(one.id)),
  }));
  const others = deputyOf.map(({ id, name: officer, last_day: last }) => ({
    id,
    label: text(delegationMessages.choiceUntil, { officer, day: sayDate(last, timeZone) }),
    isChosen: id === actsFor,
    onChoose: () => choose(id),
  }));
  const now = [...own, ...others].find(({ isChosen }) => isChosen)?.label ?? '';
  return (
    <Menu
      position="bottom-end"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <button
          type="button"
          className={headerStyles.tool}
          disabled={isBusy}
          aria-label={text(delegationMessages.switch, { now })}
        >
          <Icon of={IconArrowsRightLeft} size={20} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={headerStyles.menu}>
        <ActChoices title={text(delegationMessages.yourDepartments)} items={own} />
        {others.length > 0 && <ActChoices title={text(delegationMessages.youStandInFor)} items={others} />}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ActChoicesProps {
  readonly title: string;
  readonly items: readonly {
    readonly id: string;
    readonly label: string;
    readonly isChosen: boolean;
    readonly onChoose: () => Promise<void>;
  }[];
}

function ActChoices({ title, items }: ActChoicesProps) {
  return (
    <>
      <Menu.Label>{title}</Menu.Label>
      {items.map(({ id, label, isChosen, onChoose }) => (
        <Menu.Item
          key={id}
          disabled={isChosen}
          aria-label={isChosen ? text(accountMessages.membershipChosen, { membership: label }) : undefined}
          leftSection={isChosen ? <Icon of={IconCheck} size={18} /> : undefined}
          onClick={() => void onChoose()}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  );
}
