/** Start pages of stories: computed in the browser by the same functions as on the server. */
import type { Portal } from '../engine/portal/model/portal.ts';
import { startPageOf } from '../engine/portal/start/start-page.ts';
import { startNeeds } from '../engine/portal/start/start-needs.ts';

/** @param answers as the address has them; null: the questions of the page are asked for */
export function startAnswer(portal: Portal, name: string, answers: string | null): Response | null {
  const route = portal.routes.find((one) => one.name === name && one.start !== null);
  if (route === undefined) return null;
  if (answers === null) return Response.json(startPageOf(portal, route));
  const now = new Date().toISOString();
  return Response.json(startNeeds(portal, route, { search: answers, today: now.slice(0, 10), now }));
}
