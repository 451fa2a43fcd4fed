/** The messages of the workbench for each value of its models, on its page and in the pages made from it. */
import { workbenchMessages } from './workbench.ts';

export const rightWords = {
  create: workbenchMessages.create,
  read: workbenchMessages.read,
  update: workbenchMessages.update,
} as const;

export const answerWords = {
  yes: workbenchMessages.mayYes,
  maybe: workbenchMessages.maybe,
  no: workbenchMessages.mayNot,
} as const;

export const needWords = {
  sure: workbenchMessages.paperSure,
  optional: workbenchMessages.paperOptional,
  maybe: workbenchMessages.paperMaybe,
} as const;
