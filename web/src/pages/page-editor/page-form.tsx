import type { Page, PageEditor } from '@cartouche/client'
import { useCan } from '@cartouche/react'
import { Stack, Switch, TextInput, Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { publicAddress, toAddress } from '../../components/page-dialogs/page-address.ts'
import { PropertyField } from './fields/property-field.tsx'
import { pageFields } from './page-components.ts'
import { useTyped } from './use-typed.ts'

/** What a page says of itself: name, address, who may read it, and what search engines get. */
export function PageForm({ editor, page }: { readonly editor: PageEditor; readonly page: Page }) {
  const canOpen = useCan('page/makePublic')
  const name = useTyped(page.name, (text) => {
    if (text.trim() !== '') editor.editPage({ name: text.trim() })
  })
  const path = useTyped(page.path, (text) => editor.editPage({ path: toAddress(text) }))
  return (
    <Stack gap="md">
      <Title order={2} fz="md">
        <FormattedMessage id="pageEditor.page" />
      </Title>
      <TextInput
        label={<FormattedMessage id="pageDialog.name" />}
        required
        maxLength={200}
        value={name.text}
        error={name.text.trim() === '' ? <FormattedMessage id="pageDialog.name.missing" /> : null}
        onChange={(event) => name.onText(event.currentTarget.value)}
        onBlur={name.onBlur}
        onKeyDown={name.onKeyDown}
      />
      <TextInput
        label={<FormattedMessage id="pageDialog.address" />}
        description={
          toAddress(path.text) === '' ? (
            <FormattedMessage id="pageDialog.address.none" />
          ) : (
            <FormattedMessage
              id="pageDialog.address.hint"
              values={{ address: `${location.origin}${publicAddress(path.text)}` }}
            />
          )
        }
        maxLength={500}
        value={path.text}
        onChange={(event) => path.onText(event.currentTarget.value)}
        onBlur={path.onBlur}
        onKeyDown={path.onKeyDown}
      />
      <Switch
        label={<FormattedMessage id="pageEditor.public" />}
        description={
          <FormattedMessage
            id={canOpen || page.public ? 'pageEditor.public.hint' : 'pageEditor.public.refused'}
          />
        }
        disabled={!canOpen && !page.public}
        checked={page.public}
        onChange={(event) => editor.editPage({ public: event.currentTarget.checked })}
      />
      {pageFields.map((field) => (
        <PropertyField
          key={field.name}
          field={field}
          value={page.props[field.name]}
          onChange={(value) =>
            editor.editPage({ props: { ...(editor.get().page ?? page).props, [field.name]: value } })
          }
        />
      ))}
    </Stack>
  )
}
