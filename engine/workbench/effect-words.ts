/** Says what happens with a step: `Issues: Business permit.` */
import { workbenchMessages } from '../locales/workbench.ts';
import { say } from '../portal/language/say.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { EffectDefinition, Recipients } from '../portal/model/workflow.ts';
import { nameWords } from './subject-words.ts';

const revocations = {
  revoked: workbenchMessages.documentRevoked,
  suspended: workbenchMessages.documentSuspended,
  valid: workbenchMessages.documentRestored,
} as const;

/** @param portal in the reader's language */
export function sayEffect(portal: Portal, effect: EffectDefinition): string {
  const { words } = portal;
  switch (effect.effect) {
    case 'create':
      return say(words, workbenchMessages.creates, {
        type: portal.recordTypes[effect.type]?.title ?? effect.type,
      });
    case 'document':
      return say(words, workbenchMessages.issuesDocument, {
        document: titleOfDocument(portal, effect.document),
      });
    case 'revoke':
      return say(words, revocations[effect.as], { document: titleOfDocument(portal, effect.document) });
    case 'askAgain':
      return say(words, workbenchMessages.asksAgain);
    case 'assess':
      return say(words, workbenchMessages.assesses, {
        schedule: portal.fees[effect.schedule]?.title ?? effect.schedule,
      });
    case 'notify':
      return say(words, workbenchMessages.sentTo, {
        who: sayRecipients(portal, effect.to),
        notice: nameWords(effect.notice),
      });
    case 'assign':
      return say(words, workbenchMessages.givesRole, { role: nameWords(effect.role) });
    case 'extension':
      return say(words, workbenchMessages.extension, { name: effect.name });
    case 'account':
      return say(words, workbenchMessages.changesAccount);
  }
}

/** Null: the document of the record's kind. */
function titleOfDocument({ documents, words }: Portal, name: string | null): string {
  return name === null ? say(words, workbenchMessages.documentOfKind) : (documents[name]?.title ?? name);
}

function sayRecipients({ departments, words }: Portal, to: Recipients): string {
  return [
    ...to.parties.map((role) => (role === 'owner' ? say(words, workbenchMessages.owner) : nameWords(role))),
    ...(to.isOffice ? [say(words, workbenchMessages.officeInCharge)] : []),
    ...to.departments.map((key) => departments[key]?.title ?? key),
  ].join(', ');
}
