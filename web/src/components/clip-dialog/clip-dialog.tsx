import { clipProblem, type ClipRange, type ClipSource } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { Modal, Stack, Text } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { pictureUrl } from '../asset-picture/picture-address.ts'
import { isTyping } from '../gallery/is-typing.ts'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { endingAt, firstRange, startingAt, type ListedFile } from './clip-choice.ts'
import { ClipButtons, ClipFacts, ClipSources } from './clip-outcome.tsx'
import { ClipRangeControls } from './clip-range-controls.tsx'
import { useClipDownload } from './use-clip-download.ts'
import { useFilm, type FilmState } from './use-film.ts'
import { usePlayPart } from './use-play-part.ts'
import classes from './clip-dialog.module.css'

interface ClipDialogProps {
  readonly asset: Asset
  readonly files: readonly ListedFile[]
  readonly onClose: () => void
}

/** Cuts a part out of a film, by its moments, and downloads it as MP4. */
export function ClipDialog({ asset, files, onClose }: ClipDialogProps) {
  useReturnFocus()
  const client = useClient()
  const [element, setElement] = useState<HTMLVideoElement | null>(null)
  const film = useFilm(element, pictureUrl(client, asset, 'proxy'))
  const { state } = film
  const durationMs = film.durationMs ?? (state === 'failed' ? lengthOf(asset) : null)
  const [chosen, setChosen] = useState<ClipRange | null>(null)
  const [source, setSource] = useState<ClipSource>('proxy')
  const part = usePlayPart(element)
  const download = useClipDownload()
  const range = chosen ?? (durationMs === null ? null : firstRange(durationMs))
  const problem = range === null ? undefined : clipProblem(range, durationMs)
  const set = (next: ClipRange, shownMs?: number): void => {
    setChosen(next)
    part.stop()
    if (shownMs !== undefined && element) element.currentTime = shownMs / 1000
  }
  const mark = (side: 'start' | 'end'): void => {
    if (range === null || durationMs === null || state !== 'ready') return
    const nowMs = Math.min(durationMs, Math.round((element?.currentTime ?? 0) * 1000))
    set(side === 'start' ? startingAt(range, nowMs, durationMs) : endingAt(range, nowMs))
  }
  const press = (event: KeyboardEvent): void => {
    const side = sides[event.key.toLowerCase()]
    if (side === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || download.status === 'making') return
    event.preventDefault()
    mark(side)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={1020}
      title={<FormattedMessage id="clipDialog.title" />}
      onKeyDown={press}
    >
      <div className={classes.columns}>
        <Stack gap="sm">
          <Film asset={asset} state={state} onElement={setElement} />
          {range !== null && durationMs !== null && (
            <ClipRangeControls
              range={range}
              durationMs={durationMs}
              problem={problem}
              isPlaying={part.isPlaying}
              canPlay={state === 'ready'}
              onChange={set}
              onMark={mark}
              onPlay={() => (part.isPlaying ? part.stop() : part.play(range))}
            />
          )}
        </Stack>
        <Stack gap="sm">
          <ClipSources files={files} value={source} onChange={setSource} />
          {range !== null && durationMs !== null && (
            <ClipFacts
              files={files}
              source={source}
              range={range}
              durationMs={durationMs}
              problem={problem}
            />
          )}
          <ClipButtons
            download={download}
            canDownload={range !== null && problem === undefined}
            onDownload={() => range && download.start({ object: 'asset', id: asset.id, ...range, source })}
            onClose={onClose}
          />
        </Stack>
      </div>
    </Modal>
  )
}

const sides: Readonly<Record<string, 'start' | 'end'>> = { i: 'start', o: 'end' }

/** What the library says, milliseconds; null where it says nothing. */
function lengthOf({ duration }: Asset): number | null {
  return typeof duration === 'number' && duration > 0 ? Math.floor(duration * 1000) : null
}

function Film({
  asset,
  state,
  onElement,
}: {
  readonly asset: Asset
  readonly state: FilmState
  readonly onElement: (element: HTMLVideoElement | null) => void
}) {
  const intl = useIntl()
  return (
    <div className={classes.ground}>
      <video
        ref={onElement}
        className={classes.film}
        controls
        playsInline
        preload="auto"
        data-autofocus
        disablePictureInPicture
        aria-label={intl.formatMessage({ id: 'asset.player' }, { name: asset.name })}
      />
      {(state === 'preparing' || state === 'failed') && (
        <Text className={classes.notice} component="output" fz="sm">
          <FormattedMessage id={`clipDialog.film.${state}`} />
        </Text>
      )}
    </div>
  )
}
