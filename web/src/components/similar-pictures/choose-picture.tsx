import { FileButton } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useSearchByPicture } from './use-search-by-picture.ts'

/** HEIC by its endings too: few systems know it as an image. */
const accepted = 'image/*,.heic,.heif'

/** Lets a person choose a picture to search by; a phone offers its camera and its library. */
export function ChoosePicture({ children }: { readonly children: (open: () => void) => ReactNode }) {
  const intl = useIntl()
  const search = useSearchByPicture()
  const reset = useRef<() => void>(null)
  const take = (picture: File | null): void => {
    // The same picture can be chosen again.
    reset.current?.()
    if (picture) search(picture)
  }
  return (
    <FileButton
      accept={accepted}
      resetRef={reset}
      onChange={take}
      inputProps={{ 'aria-label': intl.formatMessage({ id: 'similar.picture.file' }) }}
    >
      {({ onClick }) => children(onClick)}
    </FileButton>
  )
}
