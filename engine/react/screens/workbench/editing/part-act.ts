/** What can be done with entries of a list. */
import type { ApiBody } from '../../../../contract/contract.ts';

export type PartAct = ApiBody<'POST /workbench/draft/entries'>['act'];
