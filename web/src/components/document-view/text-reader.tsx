import { shownTextBytes } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { Text } from '@mantine/core'
import { useFullscreenElement, useMergedRef, useWindowEvent } from '@mantine/hooks'
import { IconMaximize, IconMinimize, IconSearch, IconTable, IconTextWrap } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { formatBytes } from '../../translations/format.ts'
import { adjustsSelection } from '../asset-view/adjusts-selection.ts'
import { useStageKeys } from '../asset-view/use-stage-keys.ts'
import { ZoomButton } from '../asset-view/zoom-buttons.tsx'
import { isTyping } from '../gallery/is-typing.ts'
import { useViewSetting } from '../view-settings/use-view-setting.ts'
import { FindBar } from './find-bar.tsx'
import { findInLines, type Hit } from './find-in-lines.ts'
import { MarkedLine } from './marked-line.tsx'
import { ReaderNotice } from './reader-notice.tsx'
import { readTable, separatorOf, TextTable } from './text-table.tsx'
import { useSoughtWords } from './use-sought-words.ts'
import { useText } from './use-text.ts'
import classes from './text-reader.module.css'
import shared from './document-view.module.css'

interface TextReaderProps {
  readonly asset: Asset
  readonly url: string
  readonly onFailed: (error: unknown) => void
}

/** Reads a text, by its lines: nothing in it is run or shown as markup. */
export function TextReader({ asset, url, onFailed }: TextReaderProps) {
  const opened = useText(url)
  const failure = opened.is === 'failed' ? opened.error : undefined
  useEffect(() => {
    if (failure !== undefined) onFailed(failure)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reported once
  }, [failure])
  if (opened.is !== 'open') return <ReaderNotice isBusy text={<FormattedMessage id="reader.opening" />} />
  if (opened.text === '') return <ReaderNotice text={<FormattedMessage id="reader.text.empty" />} />
  return <Lines asset={asset} text={opened.text} />
}

const linePx = 20

function Lines({ asset, text }: { readonly asset: Asset; readonly text: string }) {
  const intl = useIntl()
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLElement>(null)
  const { ref: fullscreenRef, toggle, fullscreen } = useFullscreenElement<HTMLDivElement>()
  const ref = useMergedRef(root, fullscreenRef)
  const [wraps, setWraps] = useViewSetting<boolean>('text-wraps', true)
  const separator = separatorOf(asset.metadata?.mediatype ?? '')
  const [isTable, setTable] = useState(separator !== null)
  const lines = useMemo(() => text.replace(/\r?\n$/, '').split(/\r\n|\r|\n/), [text])
  const table = useMemo(
    () => (separator !== null && isTable ? readTable(text, separator) : null),
    [text, separator, isTable],
  )
  const [finding, setFinding] = useState<'asked' | 'sought' | null>(null)
  const isFinding = finding !== null
  const [soughtText, setSoughtText] = useState('')
  const [sought, setSought] = useState<string | readonly string[]>('')
  const [current, setCurrent] = useState(0)
  const hits = useMemo(() => findInLines(lines, sought), [lines, sought])
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is read in this component alone, nothing memoized receives it
  const rows = useVirtualizer({
    count: table === null ? lines.length : 0,
    getScrollElement: () => list.current,
    estimateSize: () => linePx,
    overscan: 20,
  })
  const show = (hit: Hit | undefined): void => {
    if (hit) rows.scrollToIndex(hit.line, { align: 'center' })
  }
  const find = (value: string | readonly string[]): void => {
    setSought(value)
    setCurrent(0)
    show(findInLines(lines, value)[0])
  }
  const go = (isBack: boolean): void => {
    if (hits.length === 0) return
    const next = (current + (isBack ? -1 : 1) + hits.length) % hits.length
    setCurrent(next)
    show(hits[next])
  }
  const open = (how: 'asked' | 'sought' = 'asked'): void => {
    setTable(false)
    setFinding(how)
  }
  const words = useSoughtWords(asset.id)
  useEffect(() => {
    if (words === null) return
    open('sought')
    setSoughtText(words.join(' '))
    find(words)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once they are known
  }, [words])
  const close = (): void => {
    setFinding(null)
    setSoughtText('')
    setSought('')
    list.current?.focus()
  }
  const scroll = (pages: number, px = 0): void =>
    list.current?.scrollBy({ top: pages * (list.current.clientHeight - 40) + px })
  const selectAll = useSelectAll(list, text)
  useStageKeys(root, true, {
    'ctrl+a': selectAll,
    'ctrl+f': () => open(),
    f: () => void toggle(),
    w: () => setWraps(!wraps),
    PageDown: () => scroll(1),
    PageUp: () => scroll(-1),
    ArrowDown: () => scroll(0, 3 * linePx),
    ArrowUp: () => scroll(0, -3 * linePx),
    Home: () => list.current?.scrollTo({ top: 0 }),
    End: () => rows.scrollToIndex(lines.length - 1, { align: 'end' }),
  })
  const sizeBytes = asset.metadata?.filesize ?? 0
  const isCut = sizeBytes > shownTextBytes
  const digits = String(lines.length).length
  return (
    <div ref={ref} className={shared.reader}>
      <div className={shared.bar} role="toolbar" aria-label={intl.formatMessage({ id: 'reader.bar' })}>
        <Text fz="sm" c="dimmed" truncate className={classes.count}>
          <FormattedMessage
            id={table === null ? 'reader.text.lines' : 'reader.text.rows'}
            values={{ count: table === null ? lines.length : Math.max(0, table.length - 1), isCut }}
          />
        </Text>
        <span className={shared.space} />
        {separator !== null && (
          <ZoomButton
            label="reader.text.table"
            Icon={IconTable}
            onClick={() => setTable(!isTable)}
            isPressed={isTable}
          />
        )}
        <ZoomButton
          label="reader.text.wrap"
          Icon={IconTextWrap}
          onClick={() => setWraps(!wraps)}
          isPressed={wraps}
        />
        <ZoomButton
          label="reader.find"
          Icon={IconSearch}
          onClick={() => (isFinding ? close() : open())}
          isPressed={isFinding}
        />
        {document.fullscreenEnabled && (
          <ZoomButton
            label={fullscreen ? 'asset.fullscreen.leave' : 'asset.fullscreen'}
            Icon={fullscreen ? IconMinimize : IconMaximize}
            onClick={() => void toggle()}
          />
        )}
      </div>
      {isFinding && (
        <FindBar
          found={
            sought.length === 0
              ? null
              : { current: hits.length === 0 ? 0 : current + 1, total: hits.length, isSearching: false }
          }
          sought={soughtText}
          isQuiet={finding === 'sought'}
          onFind={find}
          onNext={go}
          onClose={close}
        />
      )}
      {isCut && (
        <Text component="output" fz="sm" className={shared.part}>
          <FormattedMessage
            id="reader.text.part"
            values={{ megabytes: shownTextBytes / 1e6, size: formatBytes(intl, sizeBytes) }}
          />
        </Text>
      )}
      <section
        ref={list}
        className={classes.text}
        aria-label={intl.formatMessage({ id: 'reader.text' }, { name: asset.name })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
        tabIndex={0}
        data-wraps={wraps || undefined}
        style={{ '--digits': digits } as React.CSSProperties}
      >
        {table === null ? (
          <div className={classes.lines} style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start, key }) => (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className={classes.line}
                style={{ transform: `translateY(${start}px)` }}
              >
                <span className={classes.number} data-number={index + 1} aria-hidden />
                <MarkedLine line={lines[index] ?? ''} at={index} hits={hits} current={hits[current]} />
              </div>
            ))}
          </div>
        ) : (
          <TextTable rows={table} />
        )}
      </section>
    </div>
  )
}

/**
 * Selects all of a text, of which the lines in sight alone are in the page: what is copied then is the whole,
 * until somebody points elsewhere or selects less.
 */
function useSelectAll(list: React.RefObject<HTMLElement | null>, text: string): () => void {
  const isAll = useRef(false)
  useWindowEvent('pointerdown', () => {
    isAll.current = false
  })
  useWindowEvent('keydown', (event) => {
    if (adjustsSelection(event)) isAll.current = false
  })
  useWindowEvent('copy', (event) => {
    if (!isAll.current || isTyping(event.target)) return
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  })
  return () => {
    // Browsers adjust by keys only what is selected where the focus is.
    list.current?.focus({ preventScroll: true })
    if (list.current) window.getSelection()?.selectAllChildren(list.current)
    isAll.current = true
  }
}
