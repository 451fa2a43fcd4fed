/** `munisipyo/portal`: the pure core, without a server and without files. */
export type { Portal } from './model/portal.ts';
export type { PortalRecord } from './model/record.ts';
export type { Visitor } from './model/department.ts';
export { signedOut } from './model/department.ts';
export { decide } from './routing/decide.ts';
export { slicePortal } from './wire/slice-portal.ts';
