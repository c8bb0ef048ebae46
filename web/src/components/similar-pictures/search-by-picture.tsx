import { useCan } from '@cartouche/react'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPhotoSearch } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ChoosePicture } from './choose-picture.tsx'
import { usePictureDrop } from './use-picture-drop.ts'
import { useForgetPicture, useSearchByPicture } from './use-search-by-picture.ts'
import classes from './search-by-picture.module.css'

interface SearchByPictureProps {
  readonly big: boolean
  /** The search box. */
  readonly children: ReactNode
}

/** The search box with what searches by a picture: a button beside it, and the box as a place to drop one. */
export function SearchByPicture({ big, children }: SearchByPictureProps) {
  return useCan('asset/reverseSearch') ? <WithPicture big={big}>{children}</WithPicture> : children
}

function WithPicture({ big, children }: SearchByPictureProps) {
  const intl = useIntl()
  const place = useRef<HTMLDivElement>(null)
  const dragged = usePictureDrop(place, useSearchByPicture())
  useForgetPicture()
  const label = intl.formatMessage({ id: 'similar.picture.button' })
  return (
    <div ref={place} className={classes.place}>
      <div className={classes.box}>{children}</div>
      <ChoosePicture>
        {(open) => (
          <Tooltip label={label}>
            <ActionIcon variant="subtle" color="gray" size={big ? 42 : 34} onClick={open} aria-label={label}>
              <IconPhotoSearch size={20} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </ChoosePicture>
      {dragged !== 'none' && (
        <div className={classes.hint} data-over={dragged === 'over' || undefined} aria-hidden>
          <FormattedMessage id="similar.picture.drop" />
        </div>
      )}
    </div>
  )
}
