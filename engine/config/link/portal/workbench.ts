/** Links who may use the workbench, who of them may edit in it, and who of them sees the portal as whom. */
import type { Portal } from '../../../portal/model/portal.ts';
import { linkCondition, linkOptional, never } from '../conditions/condition.ts';
import { child, type Cursor, items, texts } from '../input/cursor.ts';
import { type LinkContext, reportEachUnknown } from '../input/link-context.ts';
import { departmentsOf } from '../names/department-names.ts';

/** Reports unknown departments and record types. */
export function linkWorkbench(at: Cursor, context: LinkContext): Portal['workbench'] {
  const place = { where: 'access', type: null } as const;
  return {
    access: linkOptional(child(at, 'access'), context, { ...place, absent: never }),
    edit: linkOptional(child(at, 'edit'), context, { ...place, absent: never }),
    seeAs: items(child(at, 'seeAs')).map((rule) => {
      const records = child(rule, 'records');
      reportEachUnknown(context, 'record/unknown-type', records, context.names.records);
      return {
        by: linkCondition(child(rule, 'by'), context, place),
        departments: departmentsOf(child(rule, 'departments'), context),
        records: texts(records),
      };
    }),
  };
}
