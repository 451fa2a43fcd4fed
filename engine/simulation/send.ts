/** One HTTP request over persistent connections. */
import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export interface RawRequest {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });

export function send({ method, address, headers, body }: RawRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const call = request(address, { method, headers, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    call.once('error', reject);
    call.end(body ?? undefined);
  });
}
