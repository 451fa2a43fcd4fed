/** What the engine says about uploads. */
import { catalogue } from './catalogue.ts';

export const fileMessages = catalogue('files', {
  addAnother: 'Add another file',
  alreadyFiled: 'This item has its paper by now. Take that back first.',
  cancel: 'Cancel',
  cancelNamed: 'Cancel {name}',
  choose: 'Choose a file',
  chosenEmpty: '“{file}” is empty. Choose the file again.',
  chosenNotReadable: '“{file}” is not of a kind that can be read here. Send {kinds}.',
  chosenTooLarge: '“{file}” has {size}; at most {most} can be sent. Save it smaller, or photograph it again.',
  close: 'Close',
  closeNamed: 'Close {name}',
  discard: 'Take away',
  discardNamed: 'Take away {name}',
  dropHere: 'or drop it here.',
  emptyFile: 'This file is empty. Choose it again.',
  endingMismatch:
    'The name ends in .{ending}, but the content is {kind}. Name it .{right} and send it again.',
  itemClosed: 'Papers of this item cannot be changed now: it has been sent or accepted.',
  kindsAndSize: '{kinds}, up to {size}.',
  kindsOrLast: '{kinds} or {last}',
  nameMissing: 'The file has no name.',
  notReusable: 'This file cannot be used here. Send another one.',
  offeredUntil: 'Good until {until}.',
  open: 'Open',
  openLinkOver: 'This link is over. Open the file from its page again.',
  openNamed: 'Open {name}',
  othersInProgress:
    'Your other files are still being processed. Nothing is lost: try this one again in a few seconds.',
  pictureBroken:
    'The picture "{name}" cannot be opened. Send a JPG or PNG picture that opens on your device and has at most {side} × {side} pixels.',
  pictureTooLarge:
    'The picture "{name}" has {width} × {height} pixels. Send one with at most {most} million, for example {side} × {side}: make it smaller, or take the photo with a lower resolution.',
  reuseSent: {
    one: 'Use the file sent for {title} on {date}',
    other: 'Use the {count} files sent for {title} on {date}',
  },
  sizeInBytes: '{count} bytes',
  takeBack: 'Take back',
  takeBackNamed: 'Take back {name}',
  takePhoto: 'Take a photo',
  tooLarge: 'A file may have at most {size}.',
  tooManyFiles: 'An item takes at most {count} files. Put several pages into one PDF.',
  tooManyUploads: 'Too many uploads have been begun. Wait until some have ended.',
  uploadFailed: 'The file could not be taken. Try again, or choose another file.',
  uploadInterrupted: 'The connection was lost. Choose the same file again: it goes on where it stopped.',
  uploadProgress: 'Upload of {name}',
  uploadSessionEnded: 'Your session has ended. Sign in again, then choose the same file: it goes on.',
  uploadTooLarge: 'This file is too large.',
  wrongKind: 'This cannot be read here. Send {kinds}.',
});
