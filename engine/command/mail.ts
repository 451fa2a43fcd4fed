/** `munisipyo mail`: the mail that the portal has sent. */

export async function mail(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write('Usage: munisipyo mail\n');
    return 2;
  }
  // Notices are a word of the grammar whose engine is not built yet: there is nothing to keep.
  process.stderr.write('The portal does not send mail yet: there is none to show.\n');
  return 0;
}
