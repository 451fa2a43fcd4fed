/** An authenticator of passkeys in memory, which can also answer wrongly. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';

interface Challenged {
  readonly challenge: string;
  /** Of the page that asks. */
  readonly origin: string;
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

const digest = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const url = (data: Buffer): string => data.toString('base64url');

/** Text and bytes as CBOR. */
function cbor(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const major = typeof value === 'string' ? 0x60 : 0x40;
  const { length } = bytes;
  const head =
    length < 24
      ? [major + length]
      : length < 256
        ? [major + 24, length]
        : [major + 25, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}

export class Authenticator {
  readonly id = url(randomBytes(16));
  /** Signatures so far. */
  counter = 0;
  /** Many count nothing. */
  isCounting = true;
  /** It asks for the finger or the PIN. */
  isVerifying = true;
  readonly #private: KeyObject;
  readonly #public: Buffer;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#private = privateKey;
    this.#public = Buffer.concat([
      Buffer.from('a501020326200121', 'hex'),
      cbor(Buffer.from(x, 'base64url')),
      Buffer.from('22', 'hex'),
      cbor(Buffer.from(y, 'base64url')),
    ]);
  }

  create(asked: Challenged): RegistrationResponseJSON {
    const id = Buffer.from(this.id, 'base64url');
    const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#public]);
    const data = Buffer.concat([this.#data(asked, flags.attested), key]);
    const attestation = Buffer.concat([
      Buffer.from('a3', 'hex'),
      cbor('fmt'),
      cbor('none'),
      cbor('attStmt'),
      Buffer.from('a0', 'hex'),
      cbor('authData'),
      cbor(data),
    ]);
    return {
      ...this.#answer,
      response: { clientDataJSON: client('create', asked), attestationObject: url(attestation) },
    };
  }

  get(asked: Challenged): AuthenticationResponseJSON {
    if (this.isCounting) this.counter += 1;
    const data = this.#data(asked, 0);
    const said = client('get', asked);
    const signed = Buffer.concat([data, digest(Buffer.from(said, 'base64url'))]);
    return {
      ...this.#answer,
      response: {
        clientDataJSON: said,
        authenticatorData: url(data),
        signature: url(sign('sha256', signed, this.#private)),
      },
    };
  }

  get #answer() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} } as const;
  }

  #data({ origin }: Challenged, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flag = flags.present + (this.isVerifying ? flags.verified : 0) + more;
    return Buffer.concat([digest(new URL(origin).hostname), Buffer.from([flag]), counter]);
  }
}

function client(what: 'create' | 'get', { challenge, origin }: Challenged): string {
  const said = { type: `webauthn.${what}`, challenge, origin, crossOrigin: false };
  return url(Buffer.from(JSON.stringify(said)));
}
