/** Says that a link was sent to an address, and what it is for. */
import { textAround } from '../../text-around.tsx';
import { text } from '../../text.ts';
import { linkMessages } from '../../../locales/links.ts';

interface LinkSentProps {
  readonly address: string;
  /** Title of the step that the link takes. */
  readonly step: string;
}

export function LinkSent({ address, step }: LinkSentProps) {
  return (
    <>
      {textAround(linkMessages.messageSent, { step, address: <strong>{address}</strong> })}{' '}
      {text(linkMessages.lookInSpamFolder)}
    </>
  );
}
