import { networkOf } from './network-of.ts'

/** The network of an address: enough to distinguish home from the office, too little to find a person by. */
export function shortNetwork(address: string): string {
  const network = networkOf(address)
  const parts = network.split('.')
  return parts.length === 4 ? `${parts.slice(0, 3).join('.')}.0/24` : network
}
