/** Where to go after the sign-in: an address of this application, never one of another host. */
export function returnAddress(wanted: string | readonly string[] | undefined): string {
  if (typeof wanted !== 'string') return '/'
  const base = 'https://cartouche.invalid'
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : null
  if (url === null || url.origin !== base || !wanted.startsWith('/') || url.pathname === '/sign-in')
    return '/'
  return url.pathname + url.search + url.hash
}
