import type { RequestFacts } from '../../access/context.ts'

/** The host of a page of another site that shows what is asked for; undefined for our own, or unknown. */
export function siteAround({ headers, baseUrl }: RequestFacts): string | undefined {
  const site = typeof headers['referer'] === 'string' ? URL.parse(headers['referer']) : null
  return site === null || site.origin === URL.parse(baseUrl)?.origin ? undefined : site.hostname
}
