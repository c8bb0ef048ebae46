import type { Page, PageEditor, Widget } from '@cartouche/client'
import { Stack, Text, Title } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { languageInText } from '../../../components/asset-details/track-name.ts'
import { useLanguage } from '../../../translations/translations.tsx'
import { componentOf } from '../page-components.ts'
import { languagesOfPage, textsOfPart } from './page-texts.ts'
import { TextPair } from './text-pair.tsx'

interface TranslationFormProps {
  readonly editor: PageEditor
  readonly page: Page
  /** Undefined: the page itself. */
  readonly widget: Widget | undefined
  readonly language: string
}

/** The texts of what is chosen in another language of the page; all else is the same in every language. */
export function TranslationForm({ editor, page, widget, language }: TranslationFormProps) {
  const intl = useIntl()
  const { language: reader } = useLanguage()
  const texts = textsOfPart(widget ?? page, language)
  const component = widget && componentOf(widget)
  const name = component?.label[reader] ?? widget?.component?.name ?? widget?.name
  return (
    <Stack gap="md">
      <Title order={2} fz="md">
        {widget ? name : <FormattedMessage id="pageEditor.page" />}
      </Title>
      <Text fz="sm" c="dimmed">
        <FormattedMessage
          id={texts.length === 0 ? 'pageLanguage.noTexts' : 'pageLanguage.textsAlone'}
          values={{ language: languageInText(intl, language) }}
        />
      </Text>
      {texts.map((text) => (
        <TextPair
          key={text.field.name}
          editor={editor}
          widgetId={widget?.id ?? null}
          text={text}
          own={languagesOfPage(page)[0] ?? 'en'}
          language={language}
        />
      ))}
    </Stack>
  )
}
