/** Switches between the departments and units of the account; nothing if there is only one. */
import { Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { useNavigate } from 'react-router-dom';
import { accountMessages } from '../../locales/account.ts';
import { signInPath } from '../router/places.ts';
import { text } from '../language/text.ts';
import { usePortal, useSession } from '../session/portal-context.ts';
import type { UserSession } from '../session/user.ts';
import { Icon } from '../theme/icons.tsx';
import headerStyles from './header.module.css';

export function MembershipSwitch() {
  const { account, store } = usePortal();
  const { memberships } = useSession();
  const navigate = useNavigate();
  const chosen = memberships.find((one) => one.chosen);
  if (memberships.length < 2) return null;
  const choose = async (id: string) => {
    if (!(await account.chooseMembership(id))) return;
    // Leads people who are signed in to the home page of their department.
    await navigate(signInPath(store.get().slice));
  };
  const membership = chosen === undefined ? '' : titleOf(chosen);
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={headerStyles.tool}
          aria-label={text(accountMessages.membershipsYours, { membership })}
        >
          <Icon name="swap" size={20} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={headerStyles.menu}>
        {memberships.map((one) => (
          <Menu.Item
            key={one.id}
            disabled={one.chosen}
            aria-label={
              one.chosen ? text(accountMessages.membershipChosen, { membership: titleOf(one) }) : undefined
            }
            leftSection={one.chosen ? <Icon name="check" size={18} /> : undefined}
            onClick={() => void choose(one.id)}
          >
            {titleOf(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Its department, with the unit. */
export function titleOf({ title: department, unit }: UserSession['memberships'][number]): string {
  return unit === null ? department : text(accountMessages.membershipHere, { department, unit });
}
