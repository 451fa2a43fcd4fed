/** Refuses JSON that the database cannot store or that nobody would enter. Runs before validation, for every form. */
import { longestName } from '../../../portal/model/form.ts';
import { unprocessable } from '../../http/errors.ts';
import { message, type Message } from '../../../locales/message.ts';
import { problemMessages } from '../../../locales/problems.ts';
import { requestMessages } from '../../../locales/requests.ts';

const deepest = 24;
const most = 20_000;

/** @throws HttpError 422 that names each field that cannot be stored */
export function requireSoundFields(fields: Readonly<Record<string, unknown>>): void {
  const errors: Record<string, Message[]> = {};
  const budget = { left: most };
  for (const [field, one] of Object.entries(fields)) {
    const fault = nameFault(field) ?? faultOf(one, 1, budget);
    if (fault !== null) errors[printable(field)] = [fault];
  }
  if (Object.keys(errors).length > 0) throw unprocessable(errors);
}

const forbidden = ['__proto__', 'constructor', 'prototype'];

function faultOf(value: unknown, depth: number, budget: { left: number }): Message | null {
  budget.left -= 1;
  if (budget.left < 0) return message(problemMessages.tooManyValues);
  if (depth > deepest) return message(requestMessages.valueTooDeep);
  if (typeof value === 'string') return textFault(value);
  if (typeof value === 'number')
    return Number.isFinite(value) ? null : message(problemMessages.numberTooLarge);
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, one] of Object.entries(value)) {
    const fault = nameFault(key) ?? faultOf(one, depth + 1, budget);
    if (fault !== null) return fault;
  }
  return null;
}

function textFault(text: string): Message | null {
  return text.includes('\0') || !text.isWellFormed() ? message(problemMessages.unkeepableCharacters) : null;
}

function nameFault(name: string): Message | null {
  return forbidden.includes(name) || name.length > longestName
    ? message(requestMessages.nameUnusable)
    : textFault(name);
}

function printable(field: string): string {
  return field.replaceAll('\0', '').toWellFormed().slice(0, 100) || 'data';
}
