/** Reads the configuration that the server starts with. */
import type { Portal } from '../../portal/portal.ts';

/** Until the configuration can be read: a portal with nothing in it. */
export async function readPortal(_directory: string): Promise<Portal> {
  return {
    hash: '',
    title: 'Portal',
    timeZone: 'UTC',
    locales: ['en'],
    theme: { primary: '#1c7ed6', accent: '#1c7ed6' },
    welcome: { heading: '', points: [] },
    constants: {},
    demonstration: { domain: 'portal.example' },
    uploads: { maxBytes: 10_485_760, accepts: [] },
    departments: {},
    aliases: {},
    groups: {},
    guards: {},
    routes: [],
    login: '',
    messages: {},
    chains: {},
    navigation: [],
    recordTypes: {},
    workflows: {},
    sets: {},
    kinds: {},
    papers: {},
    forms: {},
    lookups: {},
  };
}
