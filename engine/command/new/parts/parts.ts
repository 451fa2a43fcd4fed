/** The parts of a configuration that `munisipyo new` makes. */
import { department, office } from './department.ts';
import { document } from './document.ts';
import { group } from './group.ts';
import { language } from './language.ts';
import { notice } from './notice.ts';
import { page } from './page.ts';
import type { NewPart } from './part.ts';
import { record } from './record.ts';
import { report } from './report.ts';
import { requirementKind } from './requirement-kind.ts';
import { fee, lookup } from './tables.ts';

export const parts = {
  office,
  department,
  kind: requirementKind,
  record,
  route: page,
  report,
  document,
  notice,
  fee,
  lookup,
  group,
  language,
} as const satisfies Readonly<Record<string, NewPart>>;
