/** All messages of the engine, for what translates or checks them; a screen imports only those of its subject. */
import type { MessageTemplate } from './catalogue.ts';
import { accountMailMessages } from './account-mails.ts';
import { accountMessages } from './account.ts';
import { accountNoticeMessages } from './account-notices.ts';
import { passwordRuleMessages } from './password-rules.ts';
import { assessmentMessages } from './assessment.ts';
import { calendarMessages } from './calendar.ts';
import { checklistMessages } from './checklist.ts';
import { clockMessages } from './clock.ts';
import { dashboardMessages } from './dashboard.ts';
import { delegationMessages } from './delegations.ts';
import { conditionRowMessages } from './condition-rows.ts';
import { conditionMessages } from './conditions.ts';
import { documentMessages } from './documents.ts';
import { draftMessages } from './drafts.ts';
import { editingMessages } from './editing.ts';
import { choiceMessages } from './editing-choices.ts';
import { keyMessages } from './editing-keys.ts';
import { exportMessages } from './exports.ts';
import { conditionHelpMessages } from './help-condition.ts';
import { feeHelpMessages } from './help-fee.ts';
import { formHelpMessages } from './help-form.ts';
import { kindHelpMessages } from './help-kind.ts';
import { otherHelpMessages } from './help-other.ts';
import { fileMessages } from './files.ts';
import { formMessages } from './forms.ts';
import { linkMessages } from './links.ts';
import { listMessages } from './lists.ts';
import { lookupMessages } from './lookups.ts';
import { mapMessages } from './maps.ts';
import { notificationMessages } from './notifications.ts';
import { onlookerMessages } from './onlookers.ts';
import { outboxMessages } from './outbox.ts';
import { pageMessages } from './page.ts';
import { paperMessages } from './papers.ts';
import { passkeyMessages } from './passkeys.ts';
import { problemMessages } from './problems.ts';
import { photoMessages } from './photos.ts';
import { profileMessages } from './profile.ts';
import { providerMessages } from './providers.ts';
import { reasonMessages } from './reasons.ts';
import { recordMessages } from './records.ts';
import { reportMessages } from './reports.ts';
import { requestMessages } from './requests.ts';
import { secondStepMessages } from './second-step.ts';
import { startMessages } from './start.ts';
import { threadMessages } from './threads.ts';
import { viewMessages } from './views.ts';
import { userMessages } from './users.ts';
import { versionMessages } from './versions.ts';
import { usualMessages } from './usual.ts';
import { workbenchMessages } from './workbench.ts';

export const allMessages: readonly MessageTemplate[] = [
  accountMessages,
  accountNoticeMessages,
  passwordRuleMessages,
  accountMailMessages,
  assessmentMessages,
  calendarMessages,
  checklistMessages,
  choiceMessages,
  clockMessages,
  conditionHelpMessages,
  conditionMessages,
  conditionRowMessages,
  dashboardMessages,
  delegationMessages,
  documentMessages,
  draftMessages,
  editingMessages,
  exportMessages,
  feeHelpMessages,
  fileMessages,
  formHelpMessages,
  formMessages,
  keyMessages,
  kindHelpMessages,
  linkMessages,
  listMessages,
  lookupMessages,
  mapMessages,
  notificationMessages,
  onlookerMessages,
  otherHelpMessages,
  outboxMessages,
  pageMessages,
  paperMessages,
  passkeyMessages,
  problemMessages,
  photoMessages,
  profileMessages,
  providerMessages,
  reasonMessages,
  recordMessages,
  reportMessages,
  requestMessages,
  secondStepMessages,
  startMessages,
  threadMessages,
  userMessages,
  versionMessages,
  usualMessages,
  viewMessages,
  workbenchMessages,
].flatMap((messages) => Object.values<MessageTemplate>(messages));
