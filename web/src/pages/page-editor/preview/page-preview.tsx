import { inLanguage, pageProps, parseObject } from '@cartouche/components'
import type { Page } from '@cartouche/client'
import { createElement, type MouseEvent } from 'react'
import { useIntl } from 'react-intl'
import { useLanguage } from '../../../translations/translations.tsx'
import type { PreviewWidth } from '../editor-address.ts'
import classes from '../page-editor.module.css'
import { PreviewFrame } from './preview-frame.tsx'
import { PreviewWidget } from './preview-widget.tsx'

interface PagePreviewProps {
  readonly page: Page
  readonly width: PreviewWidth
  /** The language in which it is shown; its own by default. */
  readonly language?: string | undefined
  /** What it is called where it is one of two. */
  readonly label?: string
  /** The widget that is marked. */
  readonly selected: number | undefined
  readonly onSelect: (id: number) => void
}

/** The page as its readers will see it, drawn by the renderers that publish it; what is not saved, too. */
export function PagePreview({ page, width, language: shownIn, label, selected, onSelect }: PagePreviewProps) {
  const intl = useIntl()
  const { language: reader } = useLanguage()
  const { title, language } = readPageProps(page, shownIn)
  const shown = page.children.filter(({ enabled }) => enabled)
  const choose = (event: MouseEvent<HTMLElement>): void => {
    // A preview leads nowhere: whoever presses something wants to change it.
    event.preventDefault()
    const target = event.target as HTMLElement
    const id = target.closest('[data-widget]')?.getAttribute('data-widget')
    if (id) onSelect(Number(id))
  }
  return (
    <section
      className={classes.preview}
      aria-label={label ?? intl.formatMessage({ id: 'pageEditor.panel.preview' })}
    >
      <PreviewFrame
        title={label ?? intl.formatMessage({ id: 'pageEditor.previewOf' }, { name: page.name })}
        language={language}
        width={width}
        selected={selected}
      >
        {/* The keyboard chooses in the outline. */}
        {createElement(
          'main',
          { onClickCapture: choose },
          createElement('h1', null, title === '' ? page.name : title),
          ...shown.map((widget) =>
            createElement(PreviewWidget, {
              key: widget.id,
              widget,
              language: shownIn,
              locale: language.startsWith('fr') ? 'fr' : 'en',
              emptyText: ({ label }) =>
                intl.formatMessage({ id: 'pageEditor.widgetEmpty' }, { component: label[reader] }),
            }),
          ),
        )}
      </PreviewFrame>
    </section>
  )
}

function readPageProps(
  { props, translations }: Page,
  shownIn: string | undefined,
): { readonly title: string; readonly language: string } {
  const known = Object.fromEntries(
    Object.entries(props).filter(([name]) => Object.hasOwn(pageProps.shape, name)),
  )
  const said = shownIn === undefined ? known : inLanguage(pageProps, known, translations, shownIn)
  const { title, language } = parseObject(pageProps, said).props
  return {
    title: typeof title === 'string' ? title : '',
    language: shownIn ?? (typeof language === 'string' ? language : 'en'),
  }
}
