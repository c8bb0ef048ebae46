import { readingOf, type Reading } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { CloseButton, Text } from '@mantine/core'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import type { TextId } from '../../translations/texts.ts'
import { pictureUrl } from '../asset-picture/picture-address.ts'
import { useCommentsState } from '../comments/comments-context.ts'
import { ZoomPicture, type ZoomPictureProps } from '../asset-view/zoom-picture.tsx'
import { ReadingError } from './open-pdf.ts'
import { OpeningNotice } from './reader-notice.tsx'
import classes from './document-view.module.css'

const PagesReader = lazy(async () => ({
  default: (await loadPart(() => import('./pages-reader.tsx'))).PagesReader,
}))
const TextReader = lazy(async () => ({
  default: (await loadPart(() => import('./text-reader.tsx'))).TextReader,
}))

const readers = { pages: PagesReader, text: TextReader } satisfies Record<Reading, unknown>

/**
 * A document, to be read by whoever may download it; for everybody else, and where it cannot be read, the
 * picture that stands for it.
 * @source decision 0213
 */
export function DocumentStage(props: ZoomPictureProps) {
  const { asset, ticket, mayDownload, onZoomed } = props
  const client = useClient()
  const [failure, setFailure] = useState<unknown>()
  const mediaType = asset.metadata?.mediatype ?? ''
  const reading = readingOf(mediaType)
  useNoPicture(reading === 'text' || (reading === 'pages' && mayDownload))
  if (reading === null || !mayDownload) return <ZoomPicture {...props} />
  if (failure !== undefined)
    return (
      <>
        <ZoomPicture {...props} />
        <Why id={reasonOf(failure, mediaType)} />
      </>
    )
  const Reader = readers[reading]
  return (
    <Suspense fallback={<OpeningNotice mediaType={mediaType} />}>
      <Reader
        asset={asset}
        url={pictureUrl(client, { id: asset.id, ticket }, reading)}
        onFailed={setFailure}
        onZoomed={onZoomed}
      />
    </Suspense>
  )
}

/**
 * Comments have no picture on which to set a place while a document is read, or a drawing of its type stands
 * for it: that of a text, or of pages that cannot be shown.
 */
function useNoPicture(hasNone: boolean): void {
  const setHasPicture = useCommentsState()?.setHasPicture
  useLayoutEffect(() => {
    if (!hasNone) return undefined
    setHasPicture?.(false)
    return () => setHasPicture?.(true)
  }, [hasNone, setHasPicture])
}

/** Why an Office document has no pages, by code. */
const officeFailures: Readonly<Record<string, TextId>> = {
  tool_missing: 'reader.failed.tool_missing',
  password_protected: 'reader.failed.password_protected',
  timeout: 'reader.failed.timeout',
}

/** Undefined where there is nothing to say: it is not for this person to read. */
function reasonOf(error: unknown, mediaType: string): TextId | undefined {
  if (!(error instanceof ReadingError)) return 'reader.unreachable'
  if (error.problem === 'none') return undefined
  if (error.problem === 'failed' && mediaType !== 'application/pdf')
    return officeFailures[error.code] ?? 'reader.failed.office'
  return error.problem === 'damaged' ? 'reader.damaged' : 'reader.failed'
}

function Why({ id }: { readonly id: TextId | undefined }) {
  const intl = useIntl()
  const [isClosed, setClosed] = useState(false)
  if (id === undefined || isClosed) return null
  return (
    <output className={classes.why}>
      <Text fz="sm">
        <FormattedMessage id={id} />
      </Text>
      <CloseButton
        size="sm"
        aria-label={intl.formatMessage({ id: 'reader.why.close' })}
        onClick={() => setClosed(true)}
      />
    </output>
  )
}
