/** Messages about uploads. */
import { catalogue } from './catalogue.ts';

export const fileMessages = catalogue('files', {
  addAnother: 'Add another file',
  alreadyFiled: 'This item already has a paper. Remove that one first.',
  cancel: 'Cancel',
  cancelNamed: 'Cancel {name}',
  choose: 'Choose a file',
  chosenEmpty: '“{file}” is empty. Choose the file again.',
  chosenNotReadable: 'We cannot read this kind of file: “{file}”. Send {kinds}.',
  chosenTooLarge: '“{file}” is {size}. The limit is {most}. Save it smaller, or take a new photo.',
  close: 'Close',
  closeNamed: 'Close {name}',
  discard: 'Discard',
  discardNamed: 'Discard {name}',
  dropHere: 'or drop it here.',
  emptyFile: 'This file is empty. Choose it again.',
  endingMismatch:
    'The name ends in .{ending}, but the content is {kind}. Name it .{right} and send it again.',
  itemClosed: 'You cannot change these papers now: they were sent or accepted.',
  kindsAndSize: '{kinds}, up to {size}.',
  nameMissing: 'The file has no name.',
  notDated: 'This paper needs no date.',
  nothingToDate: 'Send the paper first, then enter its date.',
  notReusable: 'You cannot use this file here. Send another one.',
  offeredUntil: 'Valid until {until}.',
  open: 'Open',
  openLinkOver: 'This link has expired. Open the file from its page again.',
  openNamed: 'Open {name}',
  othersInProgress:
    'Your other files are still being processed. Nothing is lost: try this one again in a few seconds.',
  pictureBroken:
    'The picture "{name}" cannot be opened. Send a JPG or PNG picture that opens on your device and has at most {side} × {side} pixels.',
  pictureTooLarge:
    'The picture "{name}" has {width} × {height} pixels. Send one with at most {most} million, for example {side} × {side}: make it smaller, or take the photo with a lower resolution.',
  replaceAll: 'Send new files instead',
  reuseSentFor: {
    one: 'Use the file sent for {title}, {number}, on {date}',
    other: 'Use the {count} files sent for {title}, {number}, on {date}',
  },
  reuseSent: {
    one: 'Use the file sent for {title} on {date}',
    other: 'Use the {count} files sent for {title} on {date}',
  },
  takeBack: 'Remove',
  takeBackNamed: 'Remove {name}',
  takePhoto: 'Take a photo',
  tooLarge: 'A file may be at most {size}.',
  tooManyFiles: {
    one: 'An item takes one file. Put several pages into one PDF.',
    other: 'An item takes at most {count} files. Put several pages into one PDF.',
  },
  tooManyUploads: 'You have started too many uploads. Wait until some are finished.',
  uploadFailed: 'The upload failed. Try again, or choose another file.',
  uploadInterrupted: 'The connection was lost. Choose the same file again to continue the upload.',
  uploadProgress: 'Upload of {name}',
  uploadSessionEnded:
    'Your session has ended. Sign in again, then choose the same file to continue the upload.',
  uploadTooLarge: 'This file is too large.',
  uploadWaiting: 'No connection. The file is saved on this device and is sent when you are online again.',
  wrongKind: 'We cannot read this kind of file. Send {kinds}.',
});
