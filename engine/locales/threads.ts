/** Messages about messages between people and offices. */
import { catalogue } from './catalogue.ts';

export const threadMessages = catalogue('threads', {
  about: 'About {record}',
  back: 'All messages',
  begin: 'Write a message',
  cannotWrite: 'There is nobody here to whom you can write.',
  empty: 'You have no messages yet. Messages between you and others appear here.',
  excerptOwn: 'You: {text}',
  find: 'Search messages',
  headingOfRecord: 'Messages',
  nobodyToday: 'You cannot write to this recipient.',
  noneFound: 'No message contains these words.',
  noneOfRecord: 'No messages about this record yet.',
  noticeSubject: 'New message: {subject}',
  noticeText: '{from} wrote to you, and nobody has read it yet.',
  recipient: 'To',
  send: 'Send',
  showEarlier: 'Show earlier messages',
  showMore: 'Show more',
  subject: 'Subject',
  subjectExpected: 'Enter a subject of at most 200 characters.',
  text: 'Message',
  textExpected: 'Write a message of at most 5,000 characters.',
  tooMany: 'You have sent many messages within an hour. Try again later.',
  unread: 'New',
  writtenBy: '{name}, {office}',
});
