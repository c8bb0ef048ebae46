import { calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { ActionIcon, Button, Loader, Text } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconLivePhoto, IconPlayerStop, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { fetchMade } from '../../connection/fetch-made.ts'
import { Tooltip } from '../../theme/tooltip.tsx'
import { usePictureUrl } from '../asset-picture/use-picture-url.ts'
import { ZoomPicture, type ZoomPictureProps } from '../asset-view/zoom-picture.tsx'
import classes from './motion-photo.module.css'

/** Milliseconds that the pointer rests on the button before it plays: crossing it starts nothing. */
const restMs = 300

/**
 * A photograph with its short video, which plays once over the picture when it is asked for, without sound
 * unless that is asked for too. The video is inside of it, or the other file of a Live Photo, which not
 * everybody may see.
 * @source decisions 0249 and 0253
 */
export function MotionPhoto({ overlay, ...picture }: ZoomPictureProps) {
  const { asset, ticket } = picture
  const urlOf = usePictureUrl()
  const url = urlOf({ id: asset.id, ticket }, 'motion')
  const { data } = useRead(calls.getLivePhoto, {
    object: 'asset',
    id: String(asset.id),
    ...(ticket === undefined ? {} : { ticket }),
  })
  const [is, setIs] = useState<'still' | 'coming' | 'playing' | 'failed'>('still')
  const [isLoud, setLoud] = useState(false)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const stop = (): void => {
    abort.current?.abort()
    setIs('still')
  }
  const play = (): void => {
    if (is === 'coming' || is === 'playing') return
    const { signal } = (abort.current = new AbortController())
    setIs('coming')
    // It may have to be made first, which a player does not wait for.
    fetchMade(url, { headers: { range: 'bytes=0-0' }, signal }).then(
      () => setIs((now) => (signal.aborted ? now : 'playing')),
      () => setIs((now) => (signal.aborted ? now : 'failed')),
    )
  }
  return (
    <>
      <ZoomPicture
        {...picture}
        overlay={
          <>
            {is === 'playing' && (
              // oxlint-disable-next-line jsx-a11y/media-has-caption -- a moment of a photograph, without speech to read
              <video
                className={classes.film}
                src={url}
                muted={!isLoud}
                autoPlay
                playsInline
                aria-hidden
                onEnded={stop}
                onError={() => setIs('failed')}
              />
            )}
            {overlay}
          </>
        }
      />
      {data?.plays && <Controls is={is} isLoud={isLoud} onPlay={play} onStop={stop} onLoud={setLoud} />}
      {is === 'failed' && (
        <Text component="output" fz="sm" className={classes.note}>
          <FormattedMessage id="motion.failed" />
        </Text>
      )}
    </>
  )
}

function Controls({
  is,
  isLoud,
  onPlay,
  onStop,
  onLoud,
}: {
  readonly is: 'still' | 'coming' | 'playing' | 'failed'
  readonly isLoud: boolean
  readonly onPlay: () => void
  readonly onStop: () => void
  readonly onLoud: (isLoud: boolean) => void
}) {
  const intl = useIntl()
  const reduced = useReducedMotion()
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])
  const isOn = is === 'playing' || is === 'coming'
  return (
    <div className={classes.controls}>
      <Tooltip label={<FormattedMessage id={isOn ? 'motion.stop' : 'motion.play'} />}>
        <Button
          size="xs"
          h={32}
          variant={isOn ? 'filled' : 'default'}
          leftSection={
            is === 'coming' ? (
              <Loader size={14} color="currentColor" aria-hidden />
            ) : isOn ? (
              <IconPlayerStop size={17} stroke={1.7} aria-hidden />
            ) : (
              <IconLivePhoto size={17} stroke={1.7} aria-hidden />
            )
          }
          aria-label={intl.formatMessage({ id: isOn ? 'motion.stop' : 'motion.play' })}
          data-motion={is}
          onClick={() => {
            clearTimeout(rest.current)
            if (isOn) onStop()
            else onPlay()
          }}
          onPointerEnter={({ pointerType }) => {
            if (pointerType === 'mouse' && !reduced) rest.current = setTimeout(onPlay, restMs)
          }}
          onPointerLeave={() => clearTimeout(rest.current)}
        >
          <FormattedMessage id="motion.live" />
        </Button>
      </Tooltip>
      <Tooltip label={<FormattedMessage id={isLoud ? 'motion.mute' : 'motion.unmute'} />}>
        <ActionIcon
          variant="default"
          h={32}
          w={32}
          aria-pressed={isLoud}
          aria-label={intl.formatMessage({ id: 'motion.sound' })}
          onClick={() => onLoud(!isLoud)}
        >
          {isLoud ? (
            <IconVolume size={17} stroke={1.7} aria-hidden />
          ) : (
            <IconVolumeOff size={17} stroke={1.7} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
