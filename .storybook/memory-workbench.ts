/** The workbench of stories: described in the browser by the same functions as on the server. */
import type { Portal } from '../engine/portal/model/portal.ts';
import { describeCharter } from '../engine/workbench/charter.ts';
import { describeKinds } from '../engine/workbench/kinds.ts';
import { describeOffices } from '../engine/workbench/offices.ts';
import { describePermissions } from '../engine/workbench/permissions.ts';
import { describeTranslations } from '../engine/workbench/translations.ts';
import { describeWorkflow } from '../engine/workbench/workflow.ts';
import { editingAnswer, type Fullness } from './memory-editing.ts';

interface WorkbenchDesk {
  readonly portal: Portal;
  readonly fullness?: Fullness | undefined;
}

/** @param type of records, for the parts that are about one */
export function workbenchAnswer(desk: WorkbenchDesk, part: string, type: string): Response | null {
  const model = modelOf(desk, part, type);
  return model === null ? null : Response.json(model);
}

function modelOf({ portal, fullness }: WorkbenchDesk, part: string, type: string): object | null {
  const now = new Date().toISOString();
  const edited =
    fullness === undefined ? null : editingAnswer(portal, fullness, type === '' ? part : `${part}/${type}`);
  if (edited !== null) return edited;
  switch (part) {
    case '': {
      const types = Object.keys(portal.workflows);
      const titled = types.map((key) => ({ key, title: portal.recordTypes[key]?.title ?? key }));
      return { hash: portal.hash, mayEdit: fullness !== undefined, types: titled };
    }
    case 'offices':
      return describeOffices(portal);
    case 'kinds':
      return describeKinds(portal);
    case 'workflows':
      return describeWorkflow(portal, type);
    case 'permissions':
      return describePermissions(portal, type);
    case 'charter':
      return describeCharter(portal, { today: now.slice(0, 10), now });
    case 'translations':
      return describeTranslations(portal);
    default:
      return part === 'versions' ? { items: [] } : null;
  }
}
