import type { Page, PageEditor } from '@cartouche/client'
import { Title } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { languageInText, languageName } from '../../../components/asset-details/track-name.ts'
import { useLanguage } from '../../../translations/translations.tsx'
import { widgetName } from '../changes/value-text.ts'
import classes from './languages.module.css'
import { languagesOfPage, textsOfPage } from './page-texts.ts'
import { TextPair } from './text-pair.tsx'

interface SideBySideProps {
  readonly editor: PageEditor
  readonly page: Page
  readonly language: string
}

/** All texts of a page in its own language, each beside its translation; what is missing is marked. */
export function SideBySide({ editor, page, language }: SideBySideProps) {
  const intl = useIntl()
  const { language: reader } = useLanguage()
  const own = languagesOfPage(page)[0] ?? 'en'
  const parts = textsOfPage(page, language)
  const all = parts.flatMap(({ texts }) => texts)
  const missing = all.filter(({ isMissing }) => isMissing).length
  const title = intl.formatMessage(
    { id: 'pageLanguage.beside' },
    { own: languageName(intl, own), language: languageInText(intl, language) },
  )
  return (
    <section className={classes.beside} aria-label={title}>
      <div className={classes.bar}>
        <Title order={2} fz="md">
          {title}
        </Title>
        <output className={classes.count}>
          <FormattedMessage id="pageLanguage.count" values={{ missing, all: all.length }} />
        </output>
      </div>
      {parts.map(({ widget, texts }) => (
        <section key={widget?.id ?? 0} className={classes.part}>
          <Title order={3} fz="sm" className={classes.partName}>
            {widget ? widgetName(widget, reader) : <FormattedMessage id="pageEditor.page" />}
          </Title>
          {texts.map((text) => (
            <TextPair
              key={text.field.name}
              editor={editor}
              widgetId={widget?.id ?? null}
              text={text}
              own={own}
              language={language}
            />
          ))}
        </section>
      ))}
    </section>
  )
}
