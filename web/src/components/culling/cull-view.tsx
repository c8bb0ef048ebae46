import type { Asset } from '@cartouche/contract'
import { Button, Modal, Select, Switch, Text, VisuallyHidden } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ActionPlace } from '../asset-actions/action-context.ts'
import { FilmStrip } from '../film-strip/film-strip.tsx'
import { isTyping } from '../gallery/is-typing.ts'
import { MarkButtons } from '../marks/mark-buttons.tsx'
import { markOfKey } from '../marks/mark-keys.ts'
import { usePageTitle } from '../page-title/use-page-title.ts'
import { cullFilters, type CullFilter } from './cull-filter.ts'
import { CullStage } from './cull-stage.tsx'
import { CullSummary } from './cull-summary.tsx'
import { useCulling, type Culling } from './use-culling.ts'
import classes from './culling.module.css'

interface CullViewProps {
  /** In their order; one at least. */
  readonly assets: readonly Asset[]
  readonly startId?: number | undefined
  readonly place: ActionPlace
  readonly onClose: () => void
}

/**
 * Culling: one picture at a time over the whole window, marked by one key each. Esc leaves, with a summary
 * where anything is picked or rejected.
 */
export function CullView({ assets, startId, place, onClose }: CullViewProps) {
  const intl = useIntl()
  const culling = useCulling(assets, startId)
  const [isZoomed, setZoomed] = useState(false)
  const [isFinished, setFinished] = useState(false)
  usePageTitle(intl.formatMessage({ id: 'cull.title' }))
  const { current, marks } = culling
  const finish = (): void => {
    if (culling.picked + culling.rejected === 0) onClose()
    else setFinished(true)
  }
  const go = (by: 1 | -1): void => {
    setZoomed(false)
    culling.go(by)
  }
  useCullKeys({ culling, isZoomed, setZoomed, go, finish })
  return (
    <Modal.Root
      opened
      onClose={finish}
      fullScreen
      padding={0}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content aria-label={intl.formatMessage({ id: 'cull.title' })} className={classes.content}>
        <Modal.Body className={classes.view}>
          <CullBar culling={culling} total={assets.length} onFinish={finish} />
          <div className={classes.stage}>
            {current === undefined ? (
              <div className={classes.empty}>
                <Text c="dimmed">
                  <FormattedMessage id="cull.none" />
                </Text>
                <Button variant="default" onClick={() => culling.setFilter('all')}>
                  <FormattedMessage id="cull.none.all" />
                </Button>
              </div>
            ) : (
              <CullStage
                asset={current}
                shown={culling.shown}
                position={culling.position}
                isZoomed={isZoomed}
                onZoomed={setZoomed}
                onGo={go}
              />
            )}
          </div>
          <div className={classes.marks}>
            {current && (
              <MarkButtons
                marks={marks.get(current.id) ?? { rating: 0, label: null, pick: null }}
                onMark={culling.mark}
                size={20}
              />
            )}
            <Text fz="xs" c="dimmed" visibleFrom="md" aria-hidden>
              <FormattedMessage id="cull.hint" />
            </Text>
          </div>
          <FilmStrip
            shown={culling.shown}
            marks={marks}
            currentId={current?.id}
            position={culling.position}
            onShow={(id) => {
              setZoomed(false)
              culling.show(id)
            }}
          />
          <VisuallyHidden aria-live="polite">{culling.said}</VisuallyHidden>
        </Modal.Body>
      </Modal.Content>
      {isFinished && (
        <CullSummary
          assets={assets}
          culling={culling}
          place={place}
          onBack={() => setFinished(false)}
          onClose={onClose}
        />
      )}
    </Modal.Root>
  )
}

function CullBar({
  culling: { position, picked, rejected, filter, setFilter, advances, setAdvances, shown, current },
  total,
  onFinish,
}: {
  readonly culling: Culling
  readonly total: number
  readonly onFinish: () => void
}) {
  const intl = useIntl()
  return (
    <div className={classes.bar} data-cull-bar>
      <Text component="h1" fz="sm" fw={550} className={classes.count}>
        <FormattedMessage
          id="cull.count"
          values={{ position, total: filter === 'all' ? total : shown.length, picked, rejected }}
        />
      </Text>
      <Text fz="sm" c="dimmed" truncate className={classes.name}>
        {current?.name}
      </Text>
      <Switch
        size="xs"
        checked={advances}
        onChange={(event) => setAdvances(event.currentTarget.checked)}
        label={<FormattedMessage id="cull.advance" />}
        className={classes.advance}
      />
      <Select
        size="xs"
        w={132}
        className={classes.filter}
        allowDeselect={false}
        aria-label={intl.formatMessage({ id: 'cull.filter' })}
        value={filter}
        onChange={(next) => setFilter((next ?? 'all') as CullFilter)}
        data={cullFilters.map((one) => ({
          value: one,
          label: intl.formatMessage({ id: `cull.filter.${one}` }),
        }))}
      />
      <Button size="xs" onClick={onFinish}>
        <FormattedMessage id="cull.done" />
      </Button>
    </div>
  )
}

interface Keys {
  readonly culling: Culling
  readonly isZoomed: boolean
  readonly setZoomed: (isZoomed: boolean) => void
  readonly go: (by: 1 | -1) => void
  readonly finish: () => void
}

/** The keyboard of culling; while a dialog lies over it, the keys are the dialog's. */
function useCullKeys({ culling, isZoomed, setZoomed, go, finish }: Keys): void {
  const isCovered = useRef(false)
  // Before the key closes what lies over it: it is none of ours then.
  useWindowEvent(
    'keydown',
    (event) => {
      const last = [...document.querySelectorAll('[role="dialog"]')].at(-1)
      isCovered.current = last?.querySelector('[data-cull-bar]') === null
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
      // Before the notice of something that was done earlier takes the key.
      if (isUndo && !isCovered.current && !isTyping(event.target) && culling.undo()) event.preventDefault()
    },
    { capture: true },
  )
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || isCovered.current || isTyping(event.target)) return
    const change = markOfKey(event)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    else if (change) culling.mark(change)
    else if (event.key === 'Escape' && isZoomed) setZoomed(false)
    else if (event.key === 'Escape') finish()
    else if (event.key === 'ArrowLeft' && !isZoomed) go(-1)
    else if (event.key === 'ArrowRight' && !isZoomed) go(1)
    else if (event.key === 'Home' && !isZoomed) culling.show(culling.shown[0]?.id ?? 0)
    else if (event.key === 'End' && !isZoomed) culling.show(culling.shown.at(-1)?.id ?? 0)
    else if (event.key.toLowerCase() === 'z') setZoomed(!isZoomed)
    else return
    event.preventDefault()
  })
}
