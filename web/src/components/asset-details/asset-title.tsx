import type { Asset } from '@cartouche/contract'
import { useClient, useSchema } from '@cartouche/react'
import { ActionIcon, Alert, Textarea, Title } from '@mantine/core'
import { IconLanguage, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import { Tooltip } from '../../theme/tooltip.tsx'
import { errorText } from '../../translations/error-text.ts'
import { useFocusAfterEdit } from '../return-focus/use-focus-after-edit.ts'
import { fieldForLanguage, fieldsInLanguages } from './asset-fields.ts'
import classes from './asset-title.module.css'
import { languageOf } from '../../translations/languages.ts'

const LanguagesDialog = lazy(async () => ({
  default: (await loadPart(() => import('./languages-dialog.tsx'))).LanguagesDialog,
}))

const assetPath = 'dam/data/asset'

/**
 * The name of an asset, edited in place by those who may, in their language; or its words in every language
 * at once.
 */
export function AssetTitle({ asset }: { readonly asset: Asset }) {
  const intl = useIntl()
  const { entities } = useClient()
  const schema = useSchema(assetPath)
  const [draft, setDraft] = useState<string | null>(null)
  const root = useFocusAfterEdit(draft !== null)
  const [languages, setLanguages] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const label = intl.formatMessage({ id: 'asset.edit' }, { field: intl.formatMessage({ id: 'field.name' }) })
  const save = async (): Promise<void> => {
    const name = (draft ?? '').trim()
    setDraft(null)
    if (name === '' || name === asset.name) return
    try {
      await entities.patch(assetPath, asset.id, {
        [fieldForLanguage(schema, 'name', languageOf(intl.locale))]: name,
      })
      setFailure(null)
    } catch (error) {
      setDraft(name)
      setFailure(error)
      void entities.fetch(assetPath, asset.id, { withRights: true })
    }
  }
  if (draft !== null) {
    return (
      <>
        <Textarea
          autosize
          maxRows={6}
          value={draft}
          maxLength={500}
          aria-label={label}
          ref={(input) => {
            if (document.activeElement !== input) input?.focus()
          }}
          onChange={(event) => setDraft(event.currentTarget.value.replaceAll('\n', ' '))}
          onBlur={() => void save()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault()
            if (event.key === 'Enter') void save()
            if (event.key === 'Escape') setDraft(null)
          }}
        />
        {failure === null ? null : (
          <Alert color="red" p="xs" mt={6} role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
      </>
    )
  }
  const languagesLabel = intl.formatMessage({ id: 'asset.languages' })
  return (
    <div ref={root} className={classes.title}>
      <Title order={2} className={classes.text}>
        {asset.name}
      </Title>
      {asset.$rights?.update && (
        <Tooltip label={<FormattedMessage id="action.edit" />}>
          <ActionIcon size={26} onClick={() => setDraft(asset.name)} aria-label={label}>
            <IconPencil size={15} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      {asset.$rights?.update && fieldsInLanguages(schema).length > 0 && (
        <Tooltip label={languagesLabel}>
          <ActionIcon
            size={26}
            onClick={() => setLanguages(true)}
            aria-label={languagesLabel}
            aria-haspopup="dialog"
          >
            <IconLanguage size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      {languages && (
        <Suspense>
          <LanguagesDialog asset={asset} onClose={() => setLanguages(false)} />
        </Suspense>
      )}
    </div>
  )
}
