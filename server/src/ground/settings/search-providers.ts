import { z } from 'zod'
import { isThisMachine } from './provider-settings.ts'

const maxProviders = 5

/** What reverse search searches: nothing, or the library and, beyond it, providers by their addresses. */
export interface SearchedPlaces {
  readonly library: boolean
  readonly providers: readonly string[]
}

/**
 * `off`, or `library` and after it the addresses of providers, with commas between them. What is said to a
 * provider is said by https, or stays on this machine.
 * @source decision 0190
 */
export const searchedPlaces = z.string().transform((text, context): SearchedPlaces => {
  const [first, ...providers] = text.split(',').map((part) => part.trim())
  if (first === 'off' && providers.length === 0) return { library: false, providers: [] }
  if (first === 'library' && providers.length <= maxProviders && providers.every(isProvider))
    return { library: true, providers }
  context.addIssue({
    code: 'custom',
    message: `must be off, or library and after it up to ${maxProviders} addresses of providers, as https://search.example.org/similar`,
  })
  return z.NEVER
})

function isProvider(address: string): boolean {
  const url = URL.parse(address)
  return (
    url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname)))
  )
}
