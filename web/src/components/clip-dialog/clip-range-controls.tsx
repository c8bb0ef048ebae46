import { maxClipMs, minClipMs, type ClipProblem, type ClipRange } from '@cartouche/client'
import { Button, RangeSlider, TextInput } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { formatTimecode, parseTimecode } from './timecode.ts'
import classes from './clip-dialog.module.css'

interface ClipRangeControlsProps {
  readonly range: ClipRange
  readonly durationMs: number
  readonly problem: ClipProblem | undefined
  readonly isPlaying: boolean
  readonly canPlay: boolean
  /** `shownMs`: the moment that the film is to show. */
  readonly onChange: (range: ClipRange, shownMs?: number) => void
  /** Whether what is typed is no time. */
  readonly onWrong: (isWrong: boolean) => void
  /** Takes the moment that the film shows. */
  readonly onMark: (side: 'start' | 'end') => void
  readonly onPlay: () => void
}

/** How far an arrow key moves a thumb, milliseconds. */
const stepMs = 100

/** The moments of a clip: two thumbs on a time line, two fields, and buttons that take what is shown. */
export function ClipRangeControls(props: ClipRangeControlsProps) {
  const { range, durationMs, problem, isPlaying, canPlay, onChange, onWrong, onMark, onPlay } = props
  const intl = useIntl()
  const { startMs, endMs } = range
  const PlayIcon = isPlaying ? IconPlayerStop : IconPlayerPlay
  return (
    <>
      <RangeSlider
        className={classes.line}
        min={0}
        max={durationMs}
        step={stepMs}
        minRange={minClipMs}
        pushOnOverlap={false}
        value={[Math.min(startMs, durationMs), Math.min(endMs, durationMs)]}
        onChange={([from, to]) => {
          if (from !== startMs) onChange({ startMs: from, endMs }, from)
          else if (to !== endMs) onChange({ startMs, endMs: to }, to)
        }}
        label={formatTimecode}
        thumbValueText={formatTimecode}
        thumbFromLabel={intl.formatMessage({ id: 'clipDialog.start' })}
        thumbToLabel={intl.formatMessage({ id: 'clipDialog.end' })}
      />
      <div className={classes.moments}>
        {(['start', 'end'] as const).map((side) => (
          <div key={side} className={classes.moment}>
            <MomentField
              side={side}
              ms={side === 'start' ? startMs : endMs}
              onWrong={onWrong}
              problem={side === 'end' ? problem : undefined}
              onChange={(ms) =>
                onChange(side === 'start' ? { startMs: ms, endMs } : { startMs, endMs: ms }, ms)
              }
            />
            <Button
              variant="default"
              disabled={!canPlay}
              onClick={() => onMark(side)}
              rightSection={<kbd className={classes.key}>{side === 'start' ? 'I' : 'O'}</kbd>}
            >
              <FormattedMessage id={`clipDialog.${side}.here`} />
            </Button>
          </div>
        ))}
        <Button
          className={classes.play}
          variant="default"
          disabled={!canPlay || problem !== undefined}
          onClick={onPlay}
          leftSection={<PlayIcon size={16} stroke={1.8} aria-hidden />}
        >
          <FormattedMessage id={isPlaying ? 'clipDialog.stop' : 'clipDialog.play'} />
        </Button>
      </div>
    </>
  )
}

const limits = { minutes: maxClipMs / 60_000, seconds: minClipMs / 1000 }

/** A moment as text: it counts when the field is left, or by Enter. */
function MomentField({
  side,
  ms,
  problem,
  onWrong,
  onChange,
}: {
  readonly side: 'start' | 'end'
  readonly ms: number
  readonly problem: ClipProblem | undefined
  readonly onWrong: (isWrong: boolean) => void
  readonly onChange: (ms: number) => void
}) {
  const [given, setGiven] = useState<{ readonly text: string; readonly ms: number } | null>(null)
  // What was typed for another moment is over: somebody moved a thumb meanwhile.
  const typed = given?.ms === ms ? given.text : null
  const read = typed === null ? ms : parseTimecode(typed)
  const wrong =
    read === undefined ? 'clipDialog.time.wrong' : problem && (`clipDialog.problem.${problem}` as const)
  const take = (): void => {
    if (read === undefined) return
    setGiven(null)
    if (read !== ms) onChange(read)
  }
  return (
    <TextInput
      label={<FormattedMessage id={`clipDialog.${side}`} />}
      value={typed ?? formatTimecode(ms)}
      error={
        wrong && (
          <span role="alert">
            <FormattedMessage id={wrong} values={limits} />
          </span>
        )
      }
      inputMode="decimal"
      autoComplete="off"
      onChange={({ currentTarget: { value } }) => {
        setGiven({ text: value, ms })
        onWrong(parseTimecode(value) === undefined)
      }}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take()
      }}
    />
  )
}
