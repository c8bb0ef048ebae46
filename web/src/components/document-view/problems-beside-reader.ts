import { readingOf } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'

type Problems = NonNullable<NonNullable<Asset['metadata']>['problems']>

/** What is no problem for whoever reads the document itself: that there is no picture of it. */
const ofPicture: ReadonlySet<string> = new Set(['no_preview', 'unsupported'])

/** Of an Office document, the reader shows its pages or says itself why there are none. */
const ofPages: ReadonlySet<string> = new Set(['tool_missing', 'timeout', 'unsupported'])

/** What was found about the file of an asset, without what the reader beside it shows to be otherwise. */
export function problemsBesideReader({ metadata, $rights }: Asset): Problems {
  const problems = metadata?.problems ?? []
  const mediaType = metadata?.mediatype ?? ''
  const reading = ($rights?.download ?? false) ? readingOf(mediaType) : null
  if (reading === null) return problems
  return problems.filter(({ code }) =>
    reading === 'text'
      ? !ofPicture.has(code)
      : mediaType === 'application/pdf'
        ? // The reader asks for its password.
          code !== 'password_protected'
        : !ofPages.has(code),
  )
}
