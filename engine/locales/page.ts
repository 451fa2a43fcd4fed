/** What the engine says about the frame of every page. */
import { catalogue } from './catalogue.ts';

export const pageMessages = catalogue('page', {
  allPages: 'All pages',
  breadcrumb: 'Breadcrumb',
  cancel: 'Cancel',
  cannotBeShown: 'This page could not be shown',
  close: 'Close',
  connectionLost:
    'The connection may have been lost on the way. What you entered before is kept on this device.',
  contentLoading: 'Loading',
  contentNotLoaded: 'This could not be loaded',
  gone: 'No longer here',
  goToStart: 'Go to your start page',
  justNow: 'just now',
  language: 'Language',
  languageNotChanged: 'The language was not changed',
  languageUnknown: 'The portal does not speak this language.',
  loadingOverlay: 'Loading…',
  mainPages: 'Main pages',
  morePages: 'More',
  noConnection: 'No connection',
  notFoundSignIn: 'There is no such page, or it is not open to you. Check the address, or sign in.',
  notFoundStartAgain:
    'There is no such page, or it is not open to you. Check the address, or start again from your own page.',
  notOpenYet: 'Not open yet',
  notOpenYetHelp:
    'This page has its place here, but what it does is still being built. Nothing of yours is waiting in it.',
  pageNotFound: 'Page not found',
  pages: 'Pages',
  save: 'Save',
  scriptsNeeded: 'This portal needs JavaScript. Please switch it on.',
  serverUnreachable: 'The portal could not be reached. What you entered before is kept on this device.',
  skipToContent: 'Skip to the content',
  stillNoConnection: 'There is still no connection. What you entered before is kept on this device.',
  switchToDark: 'Switch to dark colours',
  switchToLight: 'Switch to light colours',
  tryAgain: 'Try again',
});
