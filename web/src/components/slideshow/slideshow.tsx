import type { Asset } from '@cartouche/contract'
import { ActionIcon, Modal, Select, Text } from '@mantine/core'
import { useFullscreenElement, useIdle, useWindowEvent } from '@mantine/hooks'
import {
  IconChevronLeft,
  IconChevronRight,
  IconMaximize,
  IconMinimize,
  IconPhotoOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { TextId } from '../../translations/texts.ts'
import { blurredPicture } from '../asset-picture/blurhash-colours.ts'
import { usePictureUrl } from '../asset-picture/use-picture-url.ts'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { useViewSetting } from '../view-settings/use-view-setting.ts'
import { useLoadedPicture } from './use-loaded-picture.ts'
import classes from './slideshow.module.css'

interface SlideshowProps {
  /** In their order; after the last comes the first. */
  readonly assets: readonly Asset[]
  readonly onClose: () => void
}

const paces = [3, 5, 10, 20]
/** Nobody moves for so long: the buttons go out of the picture. */
const idleMs = 3000

/**
 * One picture after another, as large as the window: Space stops and goes on, arrows turn over, F takes the
 * whole screen.
 */
export function Slideshow({ assets, onClose }: SlideshowProps) {
  useReturnFocus()
  const intl = useIntl()
  const pictureUrl = usePictureUrl()
  const [at, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(true)
  const [seconds, setSeconds] = useViewSetting<number>('slideshow-seconds', 5)
  const isIdle = useIdle(idleMs, { initialState: false })
  const { ref, toggle: toggleFullscreen, fullscreen } = useFullscreenElement<HTMLDivElement>()
  const count = assets.length
  const asset = assets[at]
  const next = assets[(at + 1) % count]
  const urlOf = (one: Asset | undefined): string | undefined => one && pictureUrl({ id: one.id }, 'preview')
  const url = urlOf(asset)
  const picture = useLoadedPicture(url)
  useLoadedPicture(urlOf(next))
  const turn = (by: number): void => setAt((at + by + count) % count)
  useEffect(() => {
    // A picture stands for as long as it was asked for, from when it can be seen.
    if (!isPlaying || picture === 'loading') return undefined
    const timer = setTimeout(() => setAt((now) => (now + 1) % count), seconds * 1000)
    return () => clearTimeout(timer)
  }, [at, count, isPlaying, picture, seconds])
  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isOnControl =
      event.target instanceof Element && event.target.closest('button, input, [role="option"]')
    if (event.key === 'ArrowRight' || event.key === 'PageDown') turn(1)
    else if (event.key === 'ArrowLeft' || event.key === 'PageUp') turn(-1)
    else if (event.key === ' ' && !isOnControl) setPlaying(!isPlaying)
    else if (event.key.toLowerCase() === 'f') void toggleFullscreen()
    else return
    event.preventDefault()
  })
  if (asset === undefined) return null
  return (
    <Modal.Root opened onClose={onClose} fullScreen padding={0} transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label={intl.formatMessage({ id: 'slideshow.title' })} className={classes.content}>
        <Modal.Body ref={ref} className={classes.body} data-idle={(isPlaying && isIdle) || undefined}>
          {picture === 'failed' ? (
            <div className={classes.missing}>
              <IconPhotoOff size={40} stroke={1.2} aria-hidden />
              <Text>
                <FormattedMessage id="asset.noPicture" values={{ name: asset.name }} />
              </Text>
            </div>
          ) : (
            <img
              key={asset.id}
              className={classes.picture}
              src={picture === 'loaded' ? url : blurredPicture(asset.blurhash)}
              alt={intl.formatMessage({ id: 'asset.picture' }, { name: asset.name })}
              data-loaded={picture === 'loaded' || undefined}
              draggable={false}
            />
          )}
          <div className={classes.bar}>
            <BarButton label="slideshow.close" Icon={IconX} onClick={onClose} />
            <Text truncate fz="sm" className={classes.name}>
              {asset.name}
            </Text>
            <Text fz="sm" className={classes.position} aria-live={isPlaying ? 'off' : 'polite'}>
              <FormattedMessage id="asset.position" values={{ position: at + 1, total: count }} />
            </Text>
            <BarButton label="slideshow.previous" Icon={IconChevronLeft} onClick={() => turn(-1)} />
            <BarButton
              label={isPlaying ? 'slideshow.pause' : 'slideshow.play'}
              Icon={isPlaying ? IconPlayerPause : IconPlayerPlay}
              onClick={() => setPlaying(!isPlaying)}
              isFirst
            />
            <BarButton label="slideshow.next" Icon={IconChevronRight} onClick={() => turn(1)} />
            <Select
              size="xs"
              w={76}
              className={classes.pace}
              aria-label={intl.formatMessage({ id: 'slideshow.seconds' })}
              data={paces.map((pace) => ({
                value: String(pace),
                label: intl.formatMessage({ id: 'slideshow.pace' }, { seconds: pace }),
              }))}
              value={String(seconds)}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              onChange={(value) => setSeconds(Number(value))}
            />
            {document.fullscreenEnabled && (
              <BarButton
                label={fullscreen ? 'asset.fullscreen.leave' : 'asset.fullscreen'}
                Icon={fullscreen ? IconMinimize : IconMaximize}
                onClick={() => void toggleFullscreen()}
              />
            )}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function BarButton({
  label,
  Icon,
  isFirst,
  onClick,
}: {
  readonly label: TextId
  readonly Icon: typeof IconX
  /** Whether it has the focus at first. */
  readonly isFirst?: boolean
  readonly onClick: () => void
}) {
  const intl = useIntl()
  const text = intl.formatMessage({ id: label })
  return (
    <Tooltip label={text} withinPortal={false}>
      <ActionIcon
        size={36}
        color="gray.0"
        onClick={onClick}
        aria-label={text}
        data-autofocus={isFirst || undefined}
      >
        <Icon size={20} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
