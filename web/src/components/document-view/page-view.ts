import { createCell, type Readable } from '@cartouche/client'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { PdfLibrary } from './open-pdf.ts'

/** What a search in a document has found so far. */
export interface FoundInPages {
  /** The one that is looked at, from 1; 0: none. */
  readonly current: number
  readonly total: number
  readonly isSearching: boolean
}

/** What is shown of a document. */
export interface PageViewState {
  /** False until the first page is laid out. */
  readonly isReady: boolean
  /** The page that most is seen of, from 1. */
  readonly page: number
  /** 1: as large as on paper. */
  readonly scale: number
  /** Whether pages are as wide as their place, whatever that becomes. */
  readonly isFitted: boolean
  /** Null while nothing is searched for. */
  readonly found: FoundInPages | null
}

/** The pages of a document one below the other; those in sight are drawn. */
export interface PageView extends Readable<PageViewState> {
  goTo(page: number): void
  zoomBy(factor: number, point?: { readonly x: number; readonly y: number }): void
  fit(): void
  toActualSize(): void
  /** Marks what is found, and goes to the first: a text, or any of several. An empty text ends the search. */
  find(text: string | readonly string[]): void
  findNext(isBack: boolean): void
  /** Selects the text of the page that is looked at. */
  selectPage(): void
  close(): void
}

const fitted = 'page-width'
/** @source pdf.js FindState */
const pending = 3
/** @source pdf.js AnnotationMode.ENABLE: links work, forms are drawn as they were saved */
const showsAnnotations = 1
const noEditing = -1

/**
 * Shows a document.
 * @param container of a fixed size, positioned absolutely, with one element inside
 * @param labelOf what a page is called
 */
export function createPageView(
  { viewer: library }: PdfLibrary,
  container: HTMLDivElement,
  pdf: PDFDocumentProxy,
  startPage: number,
  labelOf: (page: number) => string,
): PageView {
  const state = createCell<PageViewState>({
    isReady: false,
    page: startPage,
    scale: 1,
    isFitted: true,
    found: null,
  })
  const change = (part: Partial<PageViewState>): void => state.set({ ...state.get(), ...part })
  const end = new AbortController()
  const eventBus = new library.EventBus()
  const linkService = new library.PDFLinkService({
    eventBus,
    externalLinkTarget: library.LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  })
  const findController = createFindController(library, { linkService, eventBus }, container)
  const options = {
    container,
    eventBus,
    linkService,
    findController,
    annotationMode: showsAnnotations,
    annotationEditorMode: noEditing,
    enableSelectionRendering: false,
    l10n: silent as never,
    // Not among the options of the library's types.
    abortSignal: end.signal,
  }
  const viewer = new library.PDFViewer(options)
  linkService.setViewer(viewer)
  follow(eventBus, { viewer, startPage, labelOf, lastPage: pdf.numPages, get: state.get, change })
  const stopFitting = keepFitted(container, () => {
    if (state.get().isReady && state.get().isFitted) viewer.currentScaleValue = fitted
  })
  viewer.setDocument(pdf)
  linkService.setDocument(pdf, null)
  let sought: string | readonly string[] = ''
  const search = (type: '' | 'again', isBack = false): void =>
    eventBus.dispatch('find', {
      source: viewer,
      type,
      query: sought,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: isBack,
      matchDiacritics: false,
    })
  return {
    get: state.get,
    subscribe: state.subscribe,
    goTo: (page) => viewer.scrollPageIntoView({ pageNumber: Math.min(Math.max(1, page), pdf.numPages) }),
    zoomBy: (factor, point) =>
      viewer.updateScale({
        scaleFactor: factor,
        drawingDelay: 200,
        ...(point && { origin: [point.x, point.y] }),
      }),
    fit: () => {
      viewer.currentScaleValue = fitted
    },
    toActualSize: () => {
      viewer.currentScale = 1
    },
    find: (text) => {
      sought = text
      change({ found: text.length === 0 ? null : { current: 0, total: 0, isSearching: true } })
      if (text.length === 0) eventBus.dispatch('findbarclose', { source: viewer })
      else search('')
    },
    findNext: (isBack) => {
      if (sought.length > 0) search('again', isBack)
    },
    selectPage: () => selectPage(container, state.get().page),
    close: () => {
      stopFitting()
      end.abort()
      viewer.setDocument(null as never)
      linkService.setDocument(null as never, null)
    },
  }
}

function selectPage(container: HTMLElement, page: number): void {
  const text = container.querySelector(`[data-page-number="${page}"] .textLayer`)
  // Browsers adjust by keys only what is selected where the focus is.
  container.focus({ preventScroll: true })
  if (text) window.getSelection()?.selectAllChildren(text)
}

type FindController = InstanceType<PdfLibrary['viewer']['PDFFindController']>
type FindOptions = ConstructorParameters<PdfLibrary['viewer']['PDFFindController']>[0]

/** Above what was found, px: the bar of the search lies there. */
const clearPx = 120

/** Goes to what was found by scrolling the pages alone: the library scrolls all that is around them, too. */
function createFindController(
  { PDFFindController }: PdfLibrary['viewer'],
  options: FindOptions,
  container: HTMLElement,
): FindController {
  const controller = new PDFFindController(options)
  const scroll = controller.scrollMatchIntoView.bind(controller)
  controller.scrollMatchIntoView = (match) => {
    const scrollIntoView = (): void => {
      const [place, around] = [match.element.getBoundingClientRect(), container.getBoundingClientRect()]
      const isAside = place.left < around.left || place.right > around.right
      container.scrollBy({
        top: place.top - around.top - clearPx,
        left: isAside ? place.left - around.left - around.width / 2 : 0,
      })
    }
    scroll({ ...match, element: match.element && ({ scrollIntoView } as never) })
  }
  return controller
}

interface Followed {
  readonly viewer: { currentScaleValue: string; currentPageNumber: number }
  readonly startPage: number
  readonly lastPage: number
  readonly labelOf: (page: number) => string
  readonly get: () => PageViewState
  readonly change: (part: Partial<PageViewState>) => void
}

/** What the library says of itself. */
function follow(
  eventBus: InstanceType<PdfLibrary['viewer']['EventBus']>,
  { viewer, startPage, lastPage, labelOf, get, change }: Followed,
): void {
  eventBus.on('pagesinit', () => {
    viewer.currentScaleValue = fitted
    const page = Math.min(Math.max(1, startPage), lastPage)
    if (page > 1) viewer.currentPageNumber = page
    change({ isReady: true, page })
  })
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => change({ page: pageNumber }))
  eventBus.on('scalechanging', ({ scale, presetValue }: { scale: number; presetValue?: string }) =>
    change({ scale, isFitted: presetValue === fitted }),
  )
  eventBus.on('pagerendered', ({ source, pageNumber }: { source: { div: Element }; pageNumber: number }) =>
    source.div.setAttribute('aria-label', labelOf(pageNumber)),
  )
  // The library makes the text of every page a stop for Tab.
  eventBus.on('textlayerrendered', ({ source }: { source: { div: Element } }) =>
    source.div.querySelector('.textLayer')?.removeAttribute('tabindex'),
  )
  const showFound = ({ matchesCount, state: is }: FindEvent): void => {
    const { found } = get()
    if (found === null) return
    change({
      found: {
        current: matchesCount?.current ?? found.current,
        total: matchesCount?.total ?? found.total,
        isSearching: is === undefined ? found.isSearching : is === pending,
      },
    })
  }
  eventBus.on('updatefindmatchescount', showFound)
  eventBus.on('updatefindcontrolstate', showFound)
}

interface FindEvent {
  readonly state?: number
  readonly matchesCount?: { readonly current: number; readonly total: number }
}

/** The library's own words are English: what is read out is set by us. */
const silent = {
  getLanguage: () => 'en',
  getDirection: () => 'ltr',
  get: () => Promise.resolve(''),
  translate: () => Promise.resolve(),
  translateOnce: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  pause: () => undefined,
  resume: () => undefined,
}

function keepFitted(container: HTMLElement, fit: () => void): () => void {
  let width = container.clientWidth
  const observer = new ResizeObserver(() => {
    if (container.clientWidth === width || container.clientWidth === 0) return
    width = container.clientWidth
    fit()
  })
  observer.observe(container)
  return () => observer.disconnect()
}

/** Pages that are looked through for text: a scan has a cover of text now and then, and nothing behind it. */
const askedPages = 10

/** Whether there is text in a document, or only pictures of pages. */
export async function hasText(pdf: PDFDocumentProxy): Promise<boolean> {
  for (let number = 1; number <= Math.min(askedPages, pdf.numPages); number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    if (items.some((item) => 'str' in item && item.str.trim() !== '')) return true
  }
  return false
}
