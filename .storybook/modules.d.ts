/** The module that the Vite plugin makes of the configuration. */
declare module 'virtual:portal' {
  const portal: import('../engine/portal/model/portal.ts').Portal;
  export default portal;
}
