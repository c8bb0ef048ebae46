import '@mantine/dropzone/styles.css'
import { Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconCloudUpload } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { TextId } from '../../translations/texts.ts'
import classes from './drop-anywhere.module.css'

interface DropAnywhereProps {
  readonly onFiles: (files: readonly File[]) => void
  /** What the overlay says while files are held over the page. */
  readonly text: TextId
}

/** Files and folders can be dropped anywhere on the page. */
export function DropAnywhere({ onFiles, text }: DropAnywhereProps) {
  const intl = useIntl()
  return (
    <Dropzone.FullScreen
      active
      activateOnKeyboard={false}
      withinPortal={false}
      onDrop={onFiles}
      inputProps={{ 'aria-label': intl.formatMessage({ id: 'import.files' }) }}
    >
      <div className={classes.overlay} aria-hidden>
        <IconCloudUpload size={56} stroke={1.3} aria-hidden />
        <Text fz="xl" fw={600}>
          <FormattedMessage id={text} />
        </Text>
      </div>
    </Dropzone.FullScreen>
  )
}
