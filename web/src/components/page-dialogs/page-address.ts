/** An address made of a name: small letters and digits, without accents, below the address of a parent. */
export function addressOf(name: string, parentPath = ''): string {
  const own = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
  return own === '' ? '' : `${trimmed(parentPath)}/${own}`
}

/** An address as pages have it: one slash before it, none after. */
export function toAddress(typed: string): string {
  return trimmed(typed)
}

/** Where visitors read what stands at an address. */
export function publicAddress(path: string): string {
  return `/p${trimmed(path).split('/').map(encodeURIComponent).join('/')}`
}

/** Whether two addresses are one to visitors. */
export function isSameAddress(one: string, other: string): boolean {
  return trimmed(one) === trimmed(other)
}

function trimmed(path: string): string {
  const own = path.trim().replaceAll(/^\/+|\/+$/g, '')
  return own === '' ? '' : `/${own}`
}
