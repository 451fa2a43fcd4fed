/** What a person who starts the server can do something about: shown as one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
