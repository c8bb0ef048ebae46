import { readingOf } from '@cartouche/client'
import { Loader, Text } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconFileText } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import classes from './document-view.module.css'

interface ReaderNoticeProps {
  readonly text: ReactNode
  readonly isBusy?: boolean
  readonly children?: ReactNode
}

/** In the place of a document: that it comes, or what it needs. */
export function ReaderNotice({ text, isBusy = false, children }: ReaderNoticeProps) {
  return (
    <div className={classes.notice}>
      {isBusy ? <Loader size="sm" aria-hidden /> : <IconFileText size={36} stroke={1.2} aria-hidden />}
      <Text component="output">{text}</Text>
      {children}
    </div>
  )
}

/** What is read at once is read sooner. */
const soonMs = 1500

/** That a document is opened; of an Office document that takes longer, that its pages are made. */
export function OpeningNotice({ mediaType }: { readonly mediaType: string }) {
  const [isLong, setLong] = useState(false)
  useTimeout(() => setLong(true), soonMs, { autoInvoke: true })
  const isMaking = isLong && mediaType !== 'application/pdf' && readingOf(mediaType) === 'pages'
  return (
    <ReaderNotice isBusy text={<FormattedMessage id={isMaking ? 'reader.preparing' : 'reader.opening'} />} />
  )
}
