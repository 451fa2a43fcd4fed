/** A connection on which a server tells of changes, as an open page has one. */
import { type ClientRequest, request } from 'node:http';

export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

interface StreamCall {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Called with each event. */
  readonly hear: (event: StreamEvent) => void;
  /** Called when the connection has ended. */
  readonly ended: () => void;
}

/**
 * Opens the connection.
 * @returns a function that closes it
 * @throws Error if the server refuses it
 */
export function openStream({ address, headers, hear, ended }: StreamCall): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const call: ClientRequest = request(address, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        call.destroy();
        reject(new Error(`${address} was answered with ${response.statusCode}.`));
        return;
      }
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        const parts = `${text}${part}`.split('\n\n');
        text = parts.pop() ?? '';
        for (const one of parts.map(parseEvent)) if (one !== null) hear(one);
        // The first comment: from now on nothing is missed.
        resolve(() => call.destroy());
      });
      response.once('close', ended);
    });
    call.once('error', reject);
    call.end();
  });
}

/** @returns null for a comment */
function parseEvent(text: string): StreamEvent | null {
  const lines = text.split('\n').map((line) => /^(event|data): (.*)$/.exec(line));
  const valueOf = (key: string): string => lines.find((line) => line?.[1] === key)?.[2] ?? '';
  const event = valueOf('event');
  return event === '' ? null : { event, data: JSON.parse(valueOf('data')) };
}
