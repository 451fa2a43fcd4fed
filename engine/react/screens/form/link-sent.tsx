/** Says that a link was sent to an address, and what it is for. */
import { textAround } from '../../text-around.tsx';
import { text } from '../../text.ts';

interface LinkSentProps {
  readonly address: string;
  /** Title of the step that the link takes. */
  readonly step: string;
}

export function LinkSent({ address, step }: LinkSentProps) {
  return (
    <>
      {textAround(
        text('We have sent a message to {address}. Open it and press the link in it: “{step}”.', { step }),
        { address: <strong>{address}</strong> },
      )}{' '}
      {text('If it is not there in a few minutes, look in your spam folder.')}
    </>
  );
}
