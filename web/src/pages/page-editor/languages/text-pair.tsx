import { cleanHtml, directionIn } from '@cartouche/components'
import type { PageEditor } from '@cartouche/client'
import { Badge, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { languageInText, languageName } from '../../../components/asset-details/track-name.ts'
import { fieldLabel } from '../fields/field-labels.ts'
import { PropertyField } from '../fields/property-field.tsx'
import classes from './languages.module.css'
import { translate, type PageText } from './page-texts.ts'

interface TextPairProps {
  readonly editor: PageEditor
  /** Null: of the page itself. */
  readonly widgetId: number | null
  readonly text: PageText
  /** The language of the page, and the one that is written. */
  readonly own: string
  readonly language: string
}

/** A text in the page's own language, and the field for its translation beside it or below. */
export function TextPair({ editor, widgetId, text, own, language }: TextPairProps) {
  const intl = useIntl()
  const { field, original, translation, isMissing } = text
  // An editor of a long text is made when it comes near: a page can have hundreds.
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const [wasNear, setNear] = useState(false)
  if (entry?.isIntersecting && !wasNear) setNear(true)
  const label = fieldLabel(intl, field.name)
  return (
    <fieldset className={classes.pair} aria-label={label} ref={ref}>
      <div className={classes.original}>
        <Text fz="xs" c="dimmed">
          <FormattedMessage
            id="pageChange.translated"
            values={{ label, language: languageInText(intl, own) }}
          />
        </Text>
        <Original text={text} own={own} />
      </div>
      <div className={classes.translation}>
        {(field.kind !== 'html' || wasNear) && (
          <PropertyField
            // An editor of texts decides once how it edits.
            key={language}
            field={field}
            value={translation}
            lang={language}
            hint={languageName(intl, language)}
            onChange={(value) =>
              translate(editor, widgetId, { property: field.name, language }, String(value))
            }
          />
        )}
        <span className={classes.state} aria-live="polite">
          {isMissing && (
            <Badge size="sm" radius="sm" variant="light" color="yellow" c="var(--mantine-color-text)">
              <FormattedMessage
                id="pageLanguage.missing"
                values={{ language: languageInText(intl, language) }}
              />
            </Badge>
          )}
          {original === '' && (
            <Text fz="xs" c="dimmed">
              <FormattedMessage id="pageLanguage.noOriginal" />
            </Text>
          )}
        </span>
      </div>
    </fieldset>
  )
}

function Original({ text: { field, original }, own }: Pick<TextPairProps, 'text' | 'own'>) {
  if (original === '') return <Text fz="sm">–</Text>
  return field.kind === 'html' ? (
    // Links lead nowhere here.
    <div
      className={classes.html}
      lang={own}
      dir={directionIn(own)}
      dangerouslySetInnerHTML={{ __html: cleanHtml(original, () => undefined) }}
    />
  ) : (
    <Text fz="sm" lang={own} dir={directionIn(own)} className={classes.plain}>
      {original}
    </Text>
  )
}
