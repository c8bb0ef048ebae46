const base = 'http://cartouche.invalid'

/**
 * Where to go after a sign-in: a path of this server, never an address of another. Anything else is the start
 * page.
 */
export function returnPath(wanted: string | undefined): string {
  // Browsers take a backslash for a slash, and drop tabs and line ends.
  if (
    wanted === undefined ||
    !/^\/(?![/\\])/.test(wanted) ||
    /[\\\p{Cc}]/u.test(wanted) ||
    !URL.canParse(wanted, base)
  )
    return '/'
  const url = new URL(wanted, base)
  if (
    url.origin !== base ||
    /^\/(api\/)?rest\//.test(url.pathname) ||
    url.pathname === '/sign-in' ||
    url.pathname.startsWith('//')
  )
    return '/'
  return url.pathname + url.search + url.hash
}
