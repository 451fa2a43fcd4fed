/** Gives the record code its services: forms, accounts, and the writers of what a step causes beside its records. */
import { createAccountDesk } from '../accounts/account-desk.ts';
import { changeAccounts } from '../accounts/accounts.ts';
import { changeBookings } from '../calendar/change-bookings.ts';
import { prepareDocuments } from '../documents/stamp-documents.ts';
import { createFormDesk } from '../forms/form-desk.ts';
import type { Application } from '../kernel/application.ts';
import { keepFollowLink } from '../links/follow-links.ts';
import { prepareNotices } from '../notices/send-notices.ts';
import type { RecordDesk } from '../records/rows/record-desk.ts';

export function createRecordDesk(application: Application): RecordDesk {
  return {
    application,
    forms: createFormDesk(application),
    accounts: createAccountDesk(application),
    writers: {
      changeBookings,
      changeAccounts,
      keepFollowLink: (client, link) => keepFollowLink(client, application, link),
      prepareNotices: (client, batch) => prepareNotices(client, application, batch),
      prepareDocuments: (client, batch) => prepareDocuments(client, application, batch),
    },
  };
}
