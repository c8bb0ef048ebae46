import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { useCommentsState, type CommentsState } from './comments-context.ts'
import { isOpen } from './threads-of.ts'
import classes from './comments.module.css'

/** Places of threads, exactly over a picture, and the layer on which a new one is set. */
export function CommentPins() {
  const state = useCommentsState()
  return state && <Pins state={state} />
}

const percent = (share: number): string => `${share * 100}%`

function Pins({ state }: { readonly state: CommentsState }) {
  const intl = useIntl()
  const { threads, active, activate, isPlacing, place } = state
  return (
    <>
      {threads
        .filter((thread) => isOpen(thread) || thread.first.id === active)
        .map(({ first, pin }) => {
          const { x, y, width, height } = first.place ?? {}
          if (x === undefined || y === undefined || pin === null) return null
          const isActive = first.id === active
          return (
            <div key={first.id}>
              {width !== undefined && height !== undefined && (
                <div
                  className={classes.region}
                  data-active={isActive || undefined}
                  style={{
                    left: percent(x),
                    top: percent(y),
                    width: percent(width),
                    height: percent(height),
                  }}
                />
              )}
              <Tooltip label={first.text.slice(0, 120)} multiline maw={280} disabled={first.text === ''}>
                <button
                  type="button"
                  className={classes.pin}
                  data-active={isActive || undefined}
                  style={{ left: percent(x), top: percent(y) }}
                  aria-label={intl.formatMessage(
                    { id: 'comments.pin' },
                    { number: pin, name: first.by.name },
                  )}
                  onClick={() => activate(isActive ? null : first.id, 'pin')}
                >
                  {pin}
                </button>
              </Tooltip>
            </div>
          )
        })}
      {place?.x !== undefined && place.y !== undefined && !isPlacing && (
        <>
          {place.width !== undefined && (
            <div
              className={classes.region}
              data-active
              style={{
                left: percent(place.x),
                top: percent(place.y),
                width: percent(place.width),
                height: percent(place.height ?? 0),
              }}
            />
          )}
          <span
            className={classes.pin}
            data-new
            style={{ left: percent(place.x), top: percent(place.y) }}
            aria-hidden
          >
            +
          </span>
        </>
      )}
      {isPlacing && <PlacingLayer state={state} />}
    </>
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

/** From so much of the picture on, dragging means a region and no point. */
const minRegion = 0.015
const keyStep = 0.02
const rounded = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000

/**
 * A click sets a point, dragging a region; by keyboard arrows move a cross, Space makes it a corner of a
 * region, Enter sets it, Esc leaves.
 */
function PlacingLayer({ state: { setPlace, setPlacing } }: { readonly state: CommentsState }) {
  const intl = useIntl()
  const layer = useRef<HTMLButtonElement>(null)
  const [from, setFrom] = useState<Point | null>(null)
  const [to, setTo] = useState<Point>({ x: 0.5, y: 0.5 })
  const at = (event: PointerEvent): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return {
      x: rounded((event.clientX - box.left) / box.width),
      y: rounded((event.clientY - box.top) / box.height),
    }
  }
  const set = (begin: Point, end: Point): void => {
    const box = boxOf(begin, end)
    setPlace(isPoint(box) ? { x: end.x, y: end.y } : box)
    setPlacing(false)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? keyStep * 5 : keyStep
    const moves: Readonly<Record<string, Point>> = {
      ArrowLeft: { x: -step, y: 0 },
      ArrowRight: { x: step, y: 0 },
      ArrowUp: { x: 0, y: -step },
      ArrowDown: { x: 0, y: step },
    }
    const move = moves[event.key]
    if (move) setTo({ x: rounded(to.x + move.x), y: rounded(to.y + move.y) })
    else if (event.key === ' ' && from === null) setFrom(to)
    else if (event.key === 'Enter' || event.key === ' ') set(from ?? to, to)
    else if (event.key === 'Escape') setPlacing(false)
    else return
    // The viewer has these keys as well.
    event.preventDefault()
    event.stopPropagation()
  }
  const box = from && boxOf(from, to)
  return (
    <button
      ref={layer}
      type="button"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the keys are for what was just asked for
      autoFocus
      className={classes.placing}
      aria-label={intl.formatMessage({ id: 'comments.placing' })}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom(at(event))
        setTo(at(event))
      }}
      // A pointer at rest moves no corner that keys have set.
      onPointerMove={(event) => from && event.buttons > 0 && setTo(at(event))}
      onPointerUp={(event) => from && set(from, at(event))}
      onPointerCancel={() => setFrom(null)}
    >
      {box && (
        <span
          className={classes.region}
          data-active
          style={{
            left: percent(box.x),
            top: percent(box.y),
            width: percent(box.width),
            height: percent(box.height),
          }}
        />
      )}
      {(!box || isPoint(box)) && (
        <span className={classes.cross} style={{ left: percent(to.x), top: percent(to.y) }} />
      )}
      <span className={classes.placingHint}>
        <FormattedMessage id="comments.placing.hint" />
        <span className={classes.placingKeys}>
          <FormattedMessage id="comments.placing.keys" />
        </span>
      </span>
    </button>
  )
}

interface Box extends Point {
  readonly width: number
  readonly height: number
}

const isPoint = ({ width, height }: Box): boolean => width < minRegion && height < minRegion

function boxOf(one: Point, other: Point): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  return { x, y, width: rounded(Math.abs(one.x - other.x)), height: rounded(Math.abs(one.y - other.y)) }
}
