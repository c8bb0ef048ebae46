import { Loader, Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { ReactNode } from 'react'
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
