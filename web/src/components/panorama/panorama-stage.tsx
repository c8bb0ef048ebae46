import type { Panorama } from '@cartouche/contract'
import { Button, Loader, Text } from '@mantine/core'
import { IconPhoto, IconView360Number } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import { useCommentsState } from '../comments/comments-context.ts'
import { ZoomPicture, type ZoomPictureProps } from '../asset-view/zoom-picture.tsx'
import type { SphereFailure } from './use-sphere.ts'
import classes from './panorama.module.css'

const PanoramaView = lazy(async () => ({
  default: (await loadPart(() => import('./panorama-view.tsx'))).PanoramaView,
}))

/**
 * A panorama: around the eye, or flat; flat alone where the browser cannot draw it otherwise, and said so.
 * @source decision 0249
 */
export function PanoramaStage({ panorama, ...picture }: ZoomPictureProps & { readonly panorama: Panorama }) {
  const [isFlat, setFlat] = useState(panorama.flat)
  const wantsFlat = useWantsFlat()
  const [wanted, setWanted] = useState(wantsFlat)
  if (wanted !== wantsFlat) {
    setWanted(wantsFlat)
    if (wantsFlat) setFlat(true)
  }
  const [failure, setFailure] = useState<SphereFailure>()
  if (failure !== undefined)
    return (
      <>
        <ZoomPicture {...picture} />
        <Text component="output" fz="sm" className={classes.note}>
          <FormattedMessage id={failure === 'missing' ? 'panorama.missing' : 'panorama.failed'} />
        </Text>
      </>
    )
  const { asset, ticket, mayDownload, onZoomed } = picture
  const show = (flat: boolean): void => {
    onZoomed?.(false)
    setFlat(flat)
  }
  return (
    <>
      {isFlat ? (
        <ZoomPicture {...picture} />
      ) : (
        <Suspense fallback={<Loader className={classes.loader} aria-hidden />}>
          <PanoramaView {...{ asset, panorama, ticket, mayDownload }} onFailed={setFailure} />
        </Suspense>
      )}
      <Button.Group className={classes.switch}>
        <Button
          size="xs"
          variant={isFlat ? 'default' : 'filled'}
          aria-pressed={!isFlat}
          leftSection={<IconView360Number size={17} stroke={1.7} aria-hidden />}
          onClick={() => show(false)}
        >
          <FormattedMessage id="panorama.sphere" />
        </Button>
        <Button
          size="xs"
          variant={isFlat ? 'filled' : 'default'}
          aria-pressed={isFlat}
          leftSection={<IconPhoto size={17} stroke={1.7} aria-hidden />}
          onClick={() => show(true)}
        >
          <FormattedMessage id="panorama.flat" />
        </Button>
      </Button.Group>
    </>
  )
}

/** Places of comments are points on the flat picture. */
function useWantsFlat(): boolean {
  const comments = useCommentsState()
  if (comments === null) return false
  return (
    comments.isPlacing ||
    comments.threads.some(({ first, pin }) => pin !== null && first.id === comments.active)
  )
}
