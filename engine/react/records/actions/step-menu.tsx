/** The steps that have no button of their own. */
import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import type { WireAction } from '../../../contract/record.ts';
import { recordMessages } from '../../../locales/records.ts';
import { text } from '../../language/text.ts';
import styles from './actions.module.css';

export interface StepMenuProps {
  /** The next action first. */
  readonly actions: readonly WireAction[];
  /** It ends the record without success. */
  readonly isQuiet: (action: WireAction) => boolean;
  readonly isBusy: boolean;
  readonly onChoose: (action: WireAction) => void;
}

export function StepMenu({ actions, isQuiet, isBusy, onChoose }: StepMenuProps) {
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="default" data-more disabled={isBusy}>
          {text(recordMessages.otherSteps)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.name}
            className={styles.step ?? ''}
            data-danger={isQuiet(action) || undefined}
            onClick={() => onChoose(action)}
          >
            {action.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
