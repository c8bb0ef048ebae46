import type { Page, PageEditor } from '@cartouche/client'
import { Button, Menu } from '@mantine/core'
import { IconCheck, IconColumns2, IconLanguage, IconPlus } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { languageName } from '../../../components/asset-details/track-name.ts'
import { useOwnLanguages } from '../../../components/languages/written-languages.ts'
import { isEditable } from '../is-editable.ts'
import classes from '../page-editor.module.css'
import { languagesOfPage } from './page-texts.ts'

interface LanguageMenuProps {
  readonly editor: PageEditor
  readonly page: Page
  /** Undefined: the page's own. */
  readonly language: string | undefined
  readonly isBeside: boolean
  readonly onLanguage: (language: string | undefined) => void
  readonly onBeside: (on: boolean) => void
}

/** In which language the page is shown and edited, and the way to offer it in another. */
export function LanguageMenu({ editor, page, language, isBeside, onLanguage, onBeside }: LanguageMenuProps) {
  const intl = useIntl()
  const written = useOwnLanguages()
  const languages = languagesOfPage(page)
  const [own = 'en'] = languages
  const editable = isEditable(page)
  const more = editable ? written.filter((one) => !languages.includes(one)) : []
  if (languages.length === 1 && more.length === 0) return null
  const current = language ?? own
  const addLanguage = (added: string): void => {
    const now = editor.get().page ?? page
    editor.editPage({ props: { ...now.props, languages: [...languagesOfPage(now).slice(1), added] } })
    onLanguage(added)
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            className={classes.shortened}
            variant="subtle"
            color="gray"
            aria-label={intl.formatMessage(
              { id: 'pageLanguage.of' },
              { language: languageName(intl, current) },
            )}
            leftSection={<IconLanguage size={18} stroke={1.7} aria-hidden />}
          >
            <span className={classes.toolLabel}>{languageName(intl, current)}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {languages.map((one) => (
            <Menu.Item
              key={one}
              aria-current={one === current ? 'true' : undefined}
              leftSection={
                <IconCheck
                  size={16}
                  stroke={1.7}
                  aria-hidden
                  visibility={one === current ? 'visible' : 'hidden'}
                />
              }
              onClick={() => onLanguage(one === own ? undefined : one)}
            >
              {languageName(intl, one)}
            </Menu.Item>
          ))}
          {more.length > 0 && <Menu.Divider />}
          {more.map((one) => (
            <Menu.Item
              key={one}
              leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
              onClick={() => addLanguage(one)}
            >
              <FormattedMessage id="pageLanguage.add" values={{ language: languageName(intl, one) }} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {language !== undefined && editable && (
        <Button
          className={classes.shortened}
          variant={isBeside ? 'light' : 'subtle'}
          color={isBeside ? undefined : 'gray'}
          aria-pressed={isBeside}
          leftSection={<IconColumns2 size={18} stroke={1.7} aria-hidden />}
          onClick={() => onBeside(!isBeside)}
        >
          <span className={classes.toolLabel}>
            <FormattedMessage id="pageLanguage.besideTool" />
          </span>
        </Button>
      )}
    </>
  )
}
