import { Button, FileButton } from '@mantine/core'
import { IconFile, IconFolder } from '@tabler/icons-react'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

export interface FileChoosersProps {
  readonly onFiles: (files: readonly File[]) => void
  /** Files are added to an import that is open. */
  readonly adds?: boolean
}

/** Buttons that choose files, or a folder with all that is in it. */
export function FileChoosers({ onFiles, adds = false }: FileChoosersProps) {
  const intl = useIntl()
  const folder = useRef<HTMLInputElement>(null)
  return (
    <>
      <FileButton
        multiple
        onChange={onFiles}
        inputProps={{ 'aria-label': intl.formatMessage({ id: 'import.files' }) }}
      >
        {(props) => (
          <Button
            {...props}
            variant={adds ? 'default' : 'filled'}
            leftSection={<IconFile size={17} stroke={1.7} aria-hidden />}
          >
            <FormattedMessage id={adds ? 'import.addFiles' : 'import.files'} />
          </Button>
        )}
      </FileButton>
      <Button
        variant="default"
        leftSection={<IconFolder size={17} stroke={1.7} aria-hidden />}
        onClick={() => folder.current?.click()}
      >
        <FormattedMessage id={adds ? 'import.addFolder' : 'import.folder'} />
      </Button>
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        webkitdirectory=""
        aria-label={intl.formatMessage({ id: 'import.folder' })}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

declare module 'react' {
  interface InputHTMLAttributes<T> {
    /** Chooses a folder in place of files. */
    webkitdirectory?: string
  }
}
