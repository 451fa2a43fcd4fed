/** Names and tokens as the database stores them: nobody can read them from a copy of it. */
import { hash } from 'node:crypto';

/** Of an entered user name, which may be a password typed into the wrong field. */
export function digestOfName(username: string): Buffer {
  return hash('sha256', username.trim().toLowerCase(), 'buffer');
}

export function digestOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
