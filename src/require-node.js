/** Plain JavaScript that every Node.js reads: ends with a clear word where it is too old to run the portal. */
const [major, minor] = process.versions.node.split('.').map(Number);

// The first with what we use: TypeScript without a build, and argon2.
if (major < 24 || (major === 24 && minor < 7)) {
  process.stderr.write(
    `This needs Node.js 24.7 or newer, and this is ${process.versions.node}.\n` +
      'npm ci installs it if install scripts may run. If they are refused, run\n' +
      '  npm rebuild node --ignore-scripts=false\n' +
      'or put Node.js 24 first on the PATH.\n',
  );
  process.exit(1);
}
