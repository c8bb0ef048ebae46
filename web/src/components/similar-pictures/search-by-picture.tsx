import { ActionIcon } from '@mantine/core'
import { IconPhotoSearch } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { ChoosePicture } from './choose-picture.tsx'
import { useMaySearchByPicture } from './use-may-search-by-picture.ts'
import { usePictureDrop } from './use-picture-drop.ts'
import { useForgetPicture, useSearchByPicture } from './use-search-by-picture.ts'
import classes from './search-by-picture.module.css'

interface SearchByPictureProps {
  /** The search box with the button that searches by a picture; without one for whoever may not. */
  readonly children: (button: ReactNode) => ReactNode
}

/** The search box with what searches by a picture: a button in it, and the box as a place to drop one. */
export function SearchByPicture({ children }: SearchByPictureProps) {
  const intl = useIntl()
  const place = useRef<HTMLDivElement>(null)
  const search = useSearchByPicture()
  const isPossible = useMaySearchByPicture()
  const dragged = usePictureDrop(place, isPossible ? search : null)
  useForgetPicture()
  const label = intl.formatMessage({ id: 'similar.picture.button' })
  const button = (open: () => void): ReactNode => (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={28} onClick={open} aria-label={label}>
        <IconPhotoSearch size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
  // The box stays the same one when it becomes known that it may: what was typed stays.
  return (
    <div ref={place} className={classes.place}>
      <ChoosePicture>{(open) => children(isPossible ? button(open) : null)}</ChoosePicture>
      {dragged !== 'none' && (
        <div className={classes.hint} data-over={dragged === 'over' || undefined} aria-hidden>
          <FormattedMessage id="similar.picture.drop" />
        </div>
      )}
    </div>
  )
}
