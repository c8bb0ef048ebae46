import { shownOfficePages } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { Button, Text } from '@mantine/core'
import { useFullscreenElement, useMergedRef } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PasswordField } from '../password-field/password-field.tsx'
import { useReportPlace, type StagePlace } from '../asset-view/stage-place.ts'
import { useStageKeys } from '../asset-view/use-stage-keys.ts'
import { useCommentsState } from '../comments/comments-context.ts'
import { FindBar } from './find-bar.tsx'
import type { OpenedPdf } from './use-pdf.ts'
import { usePdf } from './use-pdf.ts'
import { createPageView, hasText, type PageView, type PageViewState } from './page-view.ts'
import { PageThumbnails } from './page-thumbnails.tsx'
import { PagesBar } from './pages-bar.tsx'
import { OpeningNotice, ReaderNotice } from './reader-notice.tsx'
import { useSoughtWords } from './use-sought-words.ts'
import { useAddressPage } from './use-address-page.ts'
import { usePointerZoom } from './use-pointer-zoom.ts'
import classes from './document-view.module.css'

interface PagesReaderProps {
  readonly asset: Asset
  /** Of the PDF. */
  readonly url: string
  readonly onFailed: (error: unknown) => void
  /** Called when pages are wider than their place: arrows are then for them. */
  readonly onZoomed?: ((zoomed: boolean) => void) | undefined
}

/** Reads a PDF. */
export function PagesReader({ asset, url, onFailed, onZoomed }: PagesReaderProps) {
  const opened = usePdf(url)
  const failure = opened.is === 'failed' ? opened.error : undefined
  useEffect(() => {
    if (failure !== undefined) onFailed(failure)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reported once
  }, [failure])
  if (opened.is === 'open') return <Pages asset={asset} {...opened} onZoomed={onZoomed} />
  if (opened.is === 'password') return <Password {...opened} />
  return <OpeningNotice mediaType={asset.metadata?.mediatype ?? ''} />
}

const unready: PageViewState = { isReady: false, page: 1, scale: 1, isFitted: true, found: null }
const noChange = (): (() => void) => () => undefined
/** How much one step zooms. */
const step = 1.25

function Pages({
  asset,
  library,
  pdf,
  onZoomed,
}: Omit<Extract<OpenedPdf, { is: 'open' }>, 'is'> & Pick<PagesReaderProps, 'asset' | 'onZoomed'>) {
  const intl = useIntl()
  const root = useRef<HTMLDivElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const { ref: fullscreenRef, toggle, fullscreen } = useFullscreenElement<HTMLDivElement>()
  const ref = useMergedRef(root, fullscreenRef)
  const [startPage, writePage] = useAddressPage()
  const [view, setView] = useState<PageView | null>(null)
  const [hasThumbnails, setThumbnails] = useState(() => window.matchMedia('(min-width: 75em)').matches)
  const [finding, setFinding] = useState<'asked' | 'sought' | null>(null)
  const isFinding = finding !== null
  const [soughtText, setSoughtText] = useState('')
  const sought = useSoughtWords(asset.id)
  const [isScan, setScan] = useState(false)
  useEffect(() => {
    if (container.current === null) return undefined
    const made = createPageView(library, container.current, pdf, startPage, (page) =>
      intl.formatMessage({ id: 'reader.page' }, { page }),
    )
    setView(made)
    return () => made.close()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- made once for a document
  }, [library, pdf])
  const state = useSyncExternalStore(view?.subscribe ?? noChange, view?.get ?? (() => unready))
  usePointerZoom(container, view)
  useEffect(() => {
    if (state.isReady) writePage(state.page)
  }, [state.isReady, state.page, writePage])
  useEffect(() => onZoomed?.(!state.isFitted && state.isReady), [onZoomed, state.isFitted, state.isReady])
  const find = (): void => {
    setFinding('asked')
    void hasText(pdf).then(
      (has) => setScan(!has),
      () => undefined,
    )
  }
  useEffect(() => {
    if (!state.isReady || sought === null) return
    setFinding('sought')
    setSoughtText(sought.join(' '))
    view?.find(sought)
  }, [state.isReady, sought, view])
  const endFinding = (): void => {
    setFinding(null)
    setSoughtText('')
    view?.find('')
    container.current?.focus()
  }
  const goTo = (page: number): void => view?.goTo(page)
  const isCut = asset.metadata?.mediatype !== 'application/pdf' && pdf.numPages >= shownOfficePages
  useReportReader(view)
  const scroll = (by: number): void => container.current?.scrollBy({ top: by })
  // Whoever opens a document to find a word may ask for it before the first page is laid out.
  useStageKeys(root, true, { 'ctrl+f': find })
  useStageKeys(root, state.isReady, {
    'ctrl+a': () => view?.selectPage(),
    '+': () => view?.zoomBy(step),
    '=': () => view?.zoomBy(step),
    '-': () => view?.zoomBy(1 / step),
    z: () => (state.isFitted ? view?.toActualSize() : view?.fit()),
    f: () => void toggle(),
    PageDown: () => goTo(state.page + 1),
    PageUp: () => goTo(state.page - 1),
    Home: () => goTo(1),
    End: () => goTo(pdf.numPages),
    ArrowDown: () => scroll(80),
    ArrowUp: () => scroll(-80),
    ...(state.isFitted
      ? {}
      : {
          ArrowLeft: () => container.current?.scrollBy({ left: -80 }),
          ArrowRight: () => container.current?.scrollBy({ left: 80 }),
        }),
  })
  return (
    <div ref={ref} className={classes.reader}>
      <PagesBar
        state={state}
        pageCount={pdf.numPages}
        hasThumbnails={hasThumbnails}
        isFinding={isFinding}
        isFullscreen={fullscreen}
        onThumbnails={() => setThumbnails(!hasThumbnails)}
        onPage={goTo}
        onFind={() => (isFinding ? endFinding() : find())}
        onZoom={(direction) => view?.zoomBy(direction > 0 ? step : 1 / step)}
        onFit={() => view?.fit()}
        onActualSize={() => view?.toActualSize()}
        onFullscreen={() => void toggle()}
      />
      {isFinding && (
        <FindBar
          found={state.found}
          sought={soughtText}
          isQuiet={finding === 'sought'}
          hint={isScan ? 'reader.find.scan' : undefined}
          onFind={(text) => view?.find(text)}
          onNext={(isBack) => view?.findNext(isBack)}
          onClose={endFinding}
        />
      )}
      {isCut && (
        <Text component="output" fz="sm" className={classes.part}>
          <FormattedMessage id="reader.pages.part" values={{ count: shownOfficePages }} />
        </Text>
      )}
      <div className={classes.body}>
        {hasThumbnails && <PageThumbnails pdf={pdf} page={state.page} onPage={goTo} />}
        <div className={classes.place}>
          <div
            ref={container}
            className={classes.pages}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library takes a div
            role="region"
            aria-label={intl.formatMessage({ id: 'reader.pages' }, { name: asset.name })}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
            tabIndex={0}
          >
            <div className="pdfViewer" />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Comments that name a page lead to it; the page that is read can become the picture of the document. */
function useReportReader(view: PageView | null): void {
  const setReader = useCommentsState()?.setReader
  const place = useMemo(
    (): StagePlace | null => view && (() => Promise.resolve({ page: view.get().page })),
    [view],
  )
  useReportPlace(place)
  useEffect(() => {
    if (view === null) return undefined
    setReader?.({ page: () => view.get().page, goTo: view.goTo })
    return () => setReader?.(null)
  }, [setReader, view])
}

function Password({ isWrong, give }: Extract<OpenedPdf, { is: 'password' }>) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (password !== '') give(password)
  }
  return (
    <ReaderNotice text={<FormattedMessage id="reader.password" />}>
      <form className={classes.password} onSubmit={submit}>
        <PasswordField
          label={<FormattedMessage id="reader.password.label" />}
          error={isWrong ? <FormattedMessage id="reader.password.wrong" /> : undefined}
          value={password}
          autoComplete="off"
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" disabled={password === ''}>
          <FormattedMessage id="reader.password.open" />
        </Button>
      </form>
      <Text fz="sm" c="dimmed">
        <FormattedMessage id="reader.password.hint" />
      </Text>
    </ReaderNotice>
  )
}
