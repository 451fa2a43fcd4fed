/** Messages about mails and messages. */
import { catalogue } from './catalogue.ts';

export const notificationMessages = catalogue('notifications', {
  bellNoneUnread: 'Notifications, none unread',
  bellUnread: 'Notifications, {count} unread',
  empty: 'You have no notifications yet.',
  heading: 'Notifications',
  markAllRead: 'Mark all as read',
  messagesNoneUnread: 'Messages, none unread',
  messagesUnread: 'Messages, {count} unread',
  openInPortal: 'Open it in the portal',
  openInPortalAt: 'Open it in the portal: {page}',
  salutation: 'Dear {name},',
  sentByPortal: 'This message was sent by the portal. Replies to it are not read.',
  showOlder: 'Show older ones',
  unread: 'New',
});
