import { UnstyledButton } from '@mantine/core'
import { useIntl } from 'react-intl'
import { languages } from '../../translations/languages.ts'
import { useLanguage } from '../../translations/translations.tsx'
import classes from './share.module.css'

const names = { en: 'English', fr: 'Français' } as const

/** The language of the page: the browser's, until the visitor chooses another. */
export function LanguageSwitch() {
  const intl = useIntl()
  const { language, setLanguage } = useLanguage()
  return (
    <nav className={classes.languages} aria-label={intl.formatMessage({ id: 'visit.language' })}>
      {languages.map((one) => (
        <UnstyledButton
          key={one}
          lang={one}
          aria-current={one === language || undefined}
          onClick={() => setLanguage(one)}
          className={classes.language}
        >
          {names[one]}
        </UnstyledButton>
      ))}
    </nav>
  )
}
