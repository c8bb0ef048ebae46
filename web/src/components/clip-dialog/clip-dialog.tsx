import { clipProblem, type ClipRange, type ClipSource } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { Modal, Stack, Text } from '@mantine/core'
import { useState, type KeyboardEvent, type RefObject } from 'react'
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
  /** Of a visitor's share. */
  readonly ticket?: string | undefined
  readonly onClose: () => void
}

/** Cuts a part out of a film, by its moments, and downloads it as MP4. */
export function ClipDialog(props: ClipDialogProps) {
  useReturnFocus()
  return (
    <Modal opened onClose={props.onClose} size={1020} title={<FormattedMessage id="clipDialog.title" />}>
      <ClipEditor {...props} />
    </Modal>
  )
}

function ClipEditor({ asset, files, ticket, onClose }: ClipDialogProps) {
  const client = useClient()
  const part = usePlayPart()
  const film = useFilm(part.element, pictureUrl(client, { id: asset.id, ticket }, 'proxy'))
  const { state } = film
  const sized = withSize(files, film.sizeBytes)
  const durationMs = film.durationMs ?? (state === 'failed' ? lengthOf(asset) : null)
  const [chosen, setChosen] = useState<ClipRange | null>(null)
  const [isWrong, setWrong] = useState(false)
  const [source, setSource] = useState<ClipSource>('proxy')
  const download = useClipDownload()
  const range = chosen ?? (durationMs === null ? null : firstRange(durationMs))
  const problem = range === null ? undefined : clipProblem(range, durationMs)
  const set = (next: ClipRange, shownMs?: number): void => {
    setChosen(next)
    setWrong(false)
    part.stop()
    if (shownMs !== undefined) part.show(shownMs)
  }
  const mark = (side: 'start' | 'end'): void => {
    if (range === null || durationMs === null || state !== 'ready') return
    const nowMs = Math.min(durationMs, part.nowMs())
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
    <div className={classes.columns} role="presentation" onKeyDown={press}>
      <Stack gap="sm">
        <Film asset={asset} element={part.element} state={state} />
        {range !== null && durationMs !== null && (
          <ClipRangeControls
            range={range}
            durationMs={durationMs}
            problem={problem}
            isPlaying={part.isPlaying}
            canPlay={state === 'ready'}
            onChange={set}
            onWrong={setWrong}
            onMark={mark}
            onPlay={() => (part.isPlaying ? part.stop() : part.play(range))}
          />
        )}
      </Stack>
      <Stack gap="sm">
        <ClipSources files={files} value={source} onChange={setSource} />
        {range !== null && durationMs !== null && (
          <ClipFacts files={sized} source={source} range={range} durationMs={durationMs} problem={problem} />
        )}
        <ClipButtons
          download={download}
          canDownload={range !== null && problem === undefined && !isWrong}
          onDownload={() =>
            range &&
            download.start({
              object: 'asset',
              id: asset.id,
              ...range,
              source,
              ...(ticket === undefined ? {} : { ticket }),
            })
          }
          onClose={onClose}
        />
      </Stack>
    </div>
  )
}

const sides: Readonly<Record<string, 'start' | 'end'>> = { i: 'start', o: 'end' }

/** What plays may have been made since the files were listed. */
function withSize(files: readonly ListedFile[], sizeBytes: number | null): readonly ListedFile[] {
  return files.map((file) =>
    file.name.replace(/_w$/, '') === 'proxy' && sizeBytes !== null ? { ...file, filesize: sizeBytes } : file,
  )
}

/** What the library says, milliseconds; null where it says nothing. */
function lengthOf({ duration }: Asset): number | null {
  return typeof duration === 'number' && duration > 0 ? Math.floor(duration * 1000) : null
}

function Film({
  asset,
  element,
  state,
}: {
  readonly asset: Asset
  readonly element: RefObject<HTMLVideoElement | null>
  readonly state: FilmState
}) {
  const intl = useIntl()
  return (
    <div className={classes.ground}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- for choosing a part; captions are in the player */}
      <video
        ref={element}
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
