import { isIPv4, isIPv6 } from 'node:net'

const groupsOfNetwork = 4

/**
 * What guesses are counted by: an IPv4 address itself, and the /64 network of an IPv6 address, as one machine
 * has all of its addresses to choose from.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  if (!isIPv6(address)) return address.slice(0, 64)
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const before = groupsIn(head)
  const after = groupsIn(tail ?? '')
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return `${[...before, ...zeros, ...after]
    .slice(0, groupsOfNetwork)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

function groupsIn(text: string): string[] {
  return text === '' ? [] : text.split(':')
}
