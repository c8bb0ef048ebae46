/**
 * Whether sites, as they stand in `frame-ancestors`, have one that an address is of: without a scheme either,
 * without a port any, `*.` for every name below. No sites allow all.
 */
export function allowsSite(sites: readonly string[], address: URL): boolean {
  return sites.length === 0 || sites.some((site) => matches(site, address))
}

function matches(site: string, { protocol, hostname, port }: URL): boolean {
  const [, scheme, wildcard, name, wantedPort] =
    /^(?:(https?:)\/\/)?(\*\.)?([^:]+)(?::(\d+))?$/.exec(site) ?? []
  if (name === undefined) return false
  const isHost = wildcard === undefined ? hostname === name : hostname.endsWith(`.${name}`)
  const usual = protocol === 'https:' ? '443' : '80'
  return (
    isHost &&
    (scheme === undefined || scheme === protocol) &&
    (wantedPort === undefined || wantedPort === (port === '' ? usual : port))
  )
}
