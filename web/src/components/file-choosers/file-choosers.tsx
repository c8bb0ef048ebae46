import { Button, FileButton } from '@mantine/core'
import { IconFile, IconFolder, IconPhotoPlus } from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

export interface FileChoosersProps {
  readonly onFiles: (files: readonly File[]) => void
  /** Files are added to an import that is open. */
  readonly adds?: boolean
}

/** Whether a finger is all there is to point with: nothing is dropped there, and folders cannot be chosen. */
export function useIsTouch(): boolean {
  return useMediaQuery('(hover: none) and (pointer: coarse)', false, { getInitialValueInEffect: false })
}

/** Buttons that choose files, or a folder with all that is in it; on a phone, photos or files. */
export function FileChoosers({ onFiles, adds = false }: FileChoosersProps) {
  const intl = useIntl()
  const folder = useRef<HTMLInputElement>(null)
  const isTouch = useIsTouch()
  return (
    <>
      {isTouch && (
        <FileButton
          multiple
          accept="image/*,video/*"
          onChange={onFiles}
          inputProps={{ 'aria-label': intl.formatMessage({ id: 'import.add.photos' }) }}
        >
          {(props) => (
            <Button
              {...props}
              variant={adds ? 'default' : 'filled'}
              leftSection={<IconPhotoPlus size={17} stroke={1.7} aria-hidden />}
            >
              <FormattedMessage id="import.add.photos" />
            </Button>
          )}
        </FileButton>
      )}
      <FileButton
        multiple
        onChange={onFiles}
        inputProps={{ 'aria-label': intl.formatMessage({ id: 'import.files' }) }}
      >
        {(props) => (
          <Button
            {...props}
            variant={adds || isTouch ? 'default' : 'filled'}
            leftSection={<IconFile size={17} stroke={1.7} aria-hidden />}
          >
            <FormattedMessage id={adds ? 'import.addFiles' : 'import.files'} />
          </Button>
        )}
      </FileButton>
      {!isTouch && (
        <>
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
      )}
    </>
  )
}

declare module 'react' {
  interface InputHTMLAttributes<T> {
    /** Chooses a folder in place of files. */
    webkitdirectory?: string
  }
}
